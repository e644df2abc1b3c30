// An answer on the page of a statement is sent without leaving the page: its content is exchanged for what the server makes of the answer.
// Without this each form is sent as it is, and the page is loaded again.
(() => {
  const FIELDS = "input:not([type=hidden], [type=password], [type=file]), select, textarea";
  let sent = Promise.resolve();

  const name = (field) => [field.form?.getAttribute("action"), field.name, field.matches("[type=checkbox], [type=radio]") ? field.value : ""].join(" ");
  const by = (elements, key) => new Map([...elements].map((element) => [key(element), element]));
  const isChanged = (field) => field.checked !== field.defaultChecked || (field.defaultValue !== undefined && field.value !== field.defaultValue);

  // Pictures, folds, the place in the document, and what was ticked or typed in other forms stay as they are.
  const carryOver = (old, fresh, form) => {
    const pictures = by(old.querySelectorAll(".paper img"), (image) => image.getAttribute("src"));
    for (const image of fresh.querySelectorAll(".paper img")) if (pictures.has(image.getAttribute("src"))) image.replaceWith(pictures.get(image.getAttribute("src")));
    const folds = by(old.querySelectorAll("details[id]"), (fold) => fold.id);
    for (const fold of fresh.querySelectorAll("details[id]")) if (folds.has(fold.id)) fold.open = folds.get(fold.id).open;
    const filled = by([...old.querySelectorAll(FIELDS)].filter((field) => field.form !== form && isChanged(field)), name);
    for (const field of fresh.querySelectorAll(FIELDS)) {
      const before = filled.get(name(field));
      if (!before) continue;
      if (field.matches("[type=checkbox], [type=radio]")) field.checked = before.checked;
      else field.value = before.value;
    }
  };

  const places = (content) => by(content.querySelectorAll("details.viewer"), (viewer) => viewer.id);
  const exchange = (fresh, form) => {
    const old = document.getElementById("content");
    const pages = new Map([...places(old)].map(([id, viewer]) => [id, viewer.querySelector(".viewer-pages")]).map(([id, { dataset, scrollTop, scrollLeft }]) => [id, { zoom: dataset.zoom, top: scrollTop, left: scrollLeft }]));
    carryOver(old, fresh, form);
    fresh.dataset.inPlace = "";
    old.replaceWith(fresh);
    window.htmx.process(fresh);
    document.dispatchEvent(new Event("content-exchanged"));
    for (const [id, viewer] of places(fresh)) {
      const before = pages.get(id);
      if (!before) continue;
      const shown = viewer.querySelector(".viewer-pages");
      if (before.zoom) shown.dataset.zoom = before.zoom;
      shown.scrollTo({ top: before.top, left: before.left, behavior: "instant" });
    }
    fresh.focus({ preventScroll: true });
  };

  const send = async (form, address, body) => {
    const answer = await fetch(address, { method: "POST", body, headers: { "X-In-Place": "true" } });
    if (!answer.ok) return window.location.reload();
    if (answer.headers.has("X-Go-To")) return window.location.assign(answer.headers.get("X-Go-To"));
    if (new URL(answer.url).pathname !== window.location.pathname) return window.location.assign(answer.url);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("content");
    exchange(document.adoptNode(fresh), form);
  };

  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || form.method !== "post" || !form.closest("article.sheet")) return;
    event.preventDefault();
    const [address, body] = [form.action, new FormData(form, submitter)];
    sent = sent.then(() => send(form, address, body)).catch(() => window.location.reload());
  });
})();
