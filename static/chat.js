// A question's answer is shown as it comes, always as plain text, with a block for each turn; then the panel is loaded again, formatted and
// with its proposals.
// Without this the form is sent, and the page comes back once the answer is whole.
(() => {
  const show = (panel, name, data, form) => {
    const block = [...panel.querySelectorAll("[data-said]")].at(-1);
    if (name === "content") block.textContent += data.text;
    if (name === "reasoning") {
      const reasoning = panel.querySelector("[data-reasoning]");
      reasoning.hidden = false;
      reasoning.querySelector("p").textContent += data.text;
    }
    if (name === "turn") block.after(block.cloneNode(false));
    if (name === "running") panel.querySelector("[data-state]").textContent = form.dataset.working;
    if (name === "content" || name === "completed") panel.querySelector("[data-state]").textContent = "";
  };

  const follow = async (body, seen) => {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let waiting = "";
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const blocks = (waiting + piece.value).split("\n\n");
      waiting = blocks.pop();
      for (const block of blocks) {
        const [name, data] = block.split("\n");
        seen(name.replace("event: ", ""), JSON.parse(data.replace("data: ", "")));
      }
    }
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("[data-chat]");
    if (!form) return;
    event.preventDefault();
    const panel = document.querySelector("[data-answering]");
    const state = panel.querySelector("[data-state]");
    const stop = panel.querySelector("[data-stop]");
    const told = new FormData(form);
    told.delete("then");
    panel.hidden = false;
    stop.hidden = true;
    state.textContent = form.dataset.working;
    form.querySelector("button").disabled = true;
    try {
      const answer = await fetch(form.action, { method: "POST", body: told });
      if (!answer.ok) throw new Error(String(answer.status));
      stop.hidden = false;
      stop.onclick = () => {
        const token = new FormData();
        token.append("csrfmiddlewaretoken", told.get("csrfmiddlewaretoken"));
        fetch(`${form.action}${answer.headers.get("X-Question")}/stop/`, { method: "POST", body: token });
      };
      await follow(answer.body, (name, data) => show(panel, name, data, form));
      await window.htmx.ajax("GET", window.location.pathname, { target: "#chat", select: "#chat", swap: "outerHTML" });
      document.querySelector("#chat-question").focus();
    } catch {
      state.textContent = form.dataset.failed;
      stop.hidden = true;
      form.querySelector("button").disabled = false;
    }
  });
})();
