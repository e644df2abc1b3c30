// Dropping files anywhere on the upload page, and saying at once what will be refused. Without this the form works all the same.
(() => {
  const form = document.querySelector("[data-upload]");
  const input = form.querySelector("input[type=file]");
  const list = form.querySelector(".chosen");
  const size = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });

  const refusal = (file) => {
    if (file.size > Number(form.dataset.mostBytes)) return form.dataset.tooLarge;
    if (!file.name.toLowerCase().endsWith(".pdf")) return form.dataset.noPdf;
    return "";
  };

  const show = () => {
    list.replaceChildren(...[...input.files].map((file) => {
      const item = document.createElement("li");
      const why = refusal(file);
      item.textContent = [file.name, size.format(file.size / 1e6), why].filter(Boolean).join(" · ");
      item.classList.toggle("refused", why !== "");
      return item;
    }));
  };

  const dropping = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
  form.querySelector(".drop-hint").hidden = false;
  input.addEventListener("change", show);
  document.addEventListener("dragover", (event) => {
    if (!dropping(event)) return;
    event.preventDefault();
    document.body.classList.add("is-dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("is-dropping");
  });
  document.addEventListener("drop", (event) => {
    if (!dropping(event)) return;
    event.preventDefault();
    document.body.classList.remove("is-dropping");
    input.files = event.dataTransfer.files;
    show();
  });
})();
