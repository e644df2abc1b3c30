// Files dropped anywhere, or chosen on the upload page: each is sent by itself, with its progress, and its outcome comes at once.
// Without this the form of the upload page sends them all together.
(() => {
  const panel = document.querySelector("[data-uploads]");
  if (!panel) return;
  const list = panel.querySelector(".outcomes");
  const form = document.querySelector("[data-upload]");
  const token = panel.querySelector("input[name=csrfmiddlewaretoken]").value;
  const AT_ONCE = 2;
  const waiting = [];
  let sending = 0;

  const element = (tag, text, className) => Object.assign(document.createElement(tag), { textContent: text, className: className || "" });

  const refused = (item, name, why) =>
    item.replaceChildren(element("span", name, "outcome-file"), element("span", panel.dataset.refused, "tag bad"), element("span", why));

  // A file of entries whose account is chosen here is sent once more, into that account.
  const importInto = async (item, file, address) => {
    const body = new FormData();
    body.append("file", file);
    const answer = await fetch(address, { method: "POST", body, headers: { "X-CSRFToken": token } }).catch(() => null);
    if (!answer || !answer.ok) return refused(item, file.name, panel.dataset.notSent);
    return window.location.assign(answer.url);
  };

  const answered = (item, file, request) => {
    if (request.status !== 200) return refused(item, file.name, panel.dataset.notSent);
    const outcomes = [...new DOMParser().parseFromString(request.responseText, "text/html").querySelectorAll("li")];
    item.replaceWith(...outcomes.map((outcome) => document.adoptNode(outcome)));
    outcomes.forEach((found) => listen(found, file)); // several of an archive
  };

  const listen = (found, file) => {
    window.htmx.process(found);
    found.querySelectorAll("[data-import]").forEach((link) => link.addEventListener("click", (event) => {
      event.preventDefault();
      importInto(found, file, link.dataset.import);
    }));
    found.querySelectorAll("[data-again]").forEach((link) => link.addEventListener("click", (event) => {
      event.preventDefault();
      const item = listed(file);
      found.replaceWith(item);
      waiting.push({ item, file, readAs: link.dataset.again, done: () => {} });
      next();
    }));
  };

  const send = ({ item, file, readAs, done }) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append("files", file);
    body.append("read_as", readAs);
    request.upload.addEventListener("progress", (event) => { item.querySelector("progress").value = event.loaded / event.total; });
    request.addEventListener("loadend", () => {
      answered(item, file, request);
      sending -= 1;
      done();
      next();
    });
    request.open("POST", panel.dataset.address);
    request.setRequestHeader("X-CSRFToken", token);
    request.setRequestHeader("HX-Request", "true");
    request.send(body);
  };

  const next = () => {
    while (sending < AT_ONCE && waiting.length) {
      sending += 1;
      send(waiting.shift());
    }
  };

  const listed = (file) => {
    const item = document.createElement("li");
    const progress = element("progress", "");
    progress.setAttribute("aria-label", `${panel.dataset.sending} ${file.name}`);
    progress.max = 1;
    item.append(element("span", file.name, "outcome-file"), progress);
    list.append(item);
    return item;
  };

  const sendAll = (files, readAs = "") => {
    panel.hidden = false;
    const ends = [...files].map((file) => new Promise((done) => {
      const item = listed(file);
      if (file.size <= Number(panel.dataset.mostBytes)) return waiting.push({ item, file, readAs, done });
      refused(item, file.name, panel.dataset.tooLarge);
      return done();
    }));
    next();
    return Promise.all(ends);
  };

  const carries = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    document.body.classList.add("is-dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("is-dropping");
  });
  document.addEventListener("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    document.body.classList.remove("is-dropping");
    sendAll(event.dataTransfer.files);
  });

  if (!form) return;
  form.querySelector(".drop-hint").hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const files = [...form.querySelector("input[type=file]").files];
    const readAs = form.querySelector("[name=read_as]").value;
    form.reset();
    await sendAll(files, readAs);
    const made = list.querySelector("[data-again]") ? [] : list.querySelectorAll("[data-new]");
    if (files.length === 1 && list.children.length === 1 && made.length === 1) window.location.assign(made[0].href);
  });
})();
