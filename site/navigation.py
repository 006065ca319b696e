"""Where a page stands in the site. Pages that are named here come first, in this order; one that nobody has named comes
under the title of its folder, or under "More", so that no page is ever left out."""

from pages import sources

# Title, pages by their place in the site, and folders whose other pages follow.
SECTIONS = [
    ("Start", ["readme.md", "tutorial.md", "python.md", "studio.md", "database.md", "examples.md",
               "data_users.md", "classifier.md", "comparison.md"], []),
    ("Concepts", ["attack_model.md", "concepts/l_diversity.md", "concepts/promises.md", "concepts/knowing_the_algorithm.md",
                  "concepts/refusals.md", "concepts/disclosure_sets.md", "concepts/learning.md"], ["concepts"]),
    ("Algorithms", ["algorithms/local.md", "algorithms/deal.md", "algorithms/rda.md", "algorithms/ria.md", "algorithms/gda.md"],
     ["algorithms"]),
    ("Reference", ["verbs.md", "job.md", "files.md", "errors.md", "reference/flags.md", "reference/keys.md",
                   "reference/python.md", "reference/headers.md"], ["reference"]),
    ("Benchmarks", ["benchmarks.md"], []),
    ("Security", ["security.md", "fuzzing.md"], []),
    ("More", ["architecture.md", "contributing.md", "packages.md", "release_notes.md", "changelog.md", "references.md"], [""]),
]


# Where the heading of a page says too little beside others.
TITLES = {"readme.md": "Command line", "tutorial.md": "Python", "python.md": "The Python package", "studio.md": "Studio",
          "database.md": "Database", "comparison.md": "Beside other tools", "reference/headers.md": "C++"}


def folder_of(page):
    return page.rpartition("/")[0]


def navigation(pages):
    """The `nav` of mkdocs over these pages of the site."""
    left = sorted(set(pages) - {"index.md"})
    named = {page for _, listed, _ in SECTIONS for page in listed}
    result = [{"Home": "index.md"}]
    for title, listed, folders in SECTIONS:
        shown = [page for page in listed if page in left]
        shown += [page for page in left if page not in named and folder_of(page) in folders]
        if shown:
            result.append({title: [{TITLES[page]: page} if page in TITLES else page for page in shown]})
    if sorted(placed(result)) != left:
        raise ValueError(f"pages without a place, or with two: {sorted(set(left) ^ set(placed(result)))}")
    return result


def placed(nav):
    """The pages of a `nav`, in order, the first one aside."""
    entries = [entry for section in nav[1:] for listed in section.values() for entry in listed]
    return [page for entry in entries for page in (entry.values() if isinstance(entry, dict) else [entry])]


if __name__ == "__main__":
    for section in navigation(["index.md", *sources().values()]):
        print(section)
