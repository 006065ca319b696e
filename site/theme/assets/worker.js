// A page that was opened from disk may not start a worker, and the search is one. There a hidden
// frame of the page runs the worker's script: in it, `postMessage` speaks to the page, and
// `importScripts` adds further scripts, one after the other.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    #frame = document.createElement("iframe");
    #loaded;

    constructor(address) {
      super();
      this.#frame.hidden = true;
      document.body.append(this.#frame);
      const inside = this.#frame.contentWindow;
      inside.document.open();  // or Firefox would put another document into the frame later
      inside.document.write("<body></body>");
      inside.document.close();
      const load = source => new Promise((done, failed) => {
        const script = inside.document.createElement("script");
        Object.assign(script, {src: source, onload: done, onerror: failed});
        inside.document.body.append(script);
      });
      inside.importScripts = (...sources) =>
        sources.reduce((before, source) => before.then(() => load(source)), Promise.resolve());
      inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", {data}));
      this.#loaded = load(address);
      this.#loaded.catch(() => this.dispatchEvent(new Event("error")));
    }

    postMessage(data) {
      const inside = this.#frame.contentWindow;
      this.#loaded.then(() => inside.dispatchEvent(new MessageEvent("message", {data: structuredClone(data)})));
    }

    terminate() {
      this.#frame.remove();
    }
  };
}
