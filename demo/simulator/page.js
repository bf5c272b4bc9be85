/** Shows the phone of the chosen customer. The server pushes every phone that changes. */
const byId = (id) => document.getElementById(id);
const phones = new Map();
/** The number of messages of each customer that were shown last. */
const seen = new Map();
let chosen = null;
let typingTimer;

const ticks = {
  sending: ["🕓", "sending"],
  sent: ["✓", "sent"],
  delivered: ["✓✓", "delivered"],
  read: ["✓✓", "read"],
  failed: ["not delivered", "not delivered"],
};
const attachments = ["picture", "voice message", "document", "location"];

/** An element with a text or children. */
function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

async function act(body) {
  const response = await fetch("/do", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.ok ? response.json() : null;
}

function show() {
  showCustomers();
  const phone = phones.get(chosen);
  if (!phone) return;
  byId("owner").textContent = `${phone.name} · +${phone.waId}`;
  byId("on").checked = phone.on;
  const log = byId("log");
  // Scrolls to new messages, wherever the log was before.
  const grew = phone.messages.length > (seen.get(chosen) ?? -1);
  const atEnd = grew || log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  log.replaceChildren(
    ...phone.messages
      .filter((message) => message.from === "customer" || message.status !== "sent")
      .map(bubble),
  );
  if (phone.messages.length === 0)
    log.append(
      make("li", { className: "hint" }, "Ask what the shop sells, what it costs, or how to return it."),
    );
  if (phone.typing && phone.on) log.append(make("li", { className: "typing" }, "is typing…"));
  clearTimeout(typingTimer);
  if (phone.typing) typingTimer = setTimeout(() => update({ ...phone, typing: false }), 25_000);
  if (atEnd) log.scrollTop = log.scrollHeight;
  seen.set(chosen, phone.messages.length);
  const unread = phone.messages.some(({ from, status }) => from === "business" && status === "delivered");
  if (unread && phone.on && document.visibilityState === "visible") void act({ do: "look", waId: chosen });
}

function showCustomers() {
  byId("customers").replaceChildren(
    ...[...phones.values()].map((phone) => {
      const unread = phone.messages.filter(
        ({ from, status }) => from === "business" && status === "delivered",
      ).length;
      const button = make(
        "button",
        { type: "button", onclick: () => choose(phone.waId) },
        make("span", {}, phone.name),
        make("small", {}, `+${phone.waId}`),
      );
      button.setAttribute("aria-pressed", String(phone.waId === chosen));
      if (unread > 0 && phone.waId !== chosen)
        button.append(make("span", { className: "unread" }, String(unread)));
      return make("li", {}, button);
    }),
  );
}

function bubble(message) {
  const mine = message.from === "customer";
  const item = make("li", { className: mine ? "bubble mine" : "bubble" });
  if (message.quoted) item.append(make("blockquote", {}, message.quoted));
  item.append(make("span", {}, message.text));
  if (message.choices.length > 0) item.append(choicesOf(message));
  const time = new Date(message.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const footer = make("footer", {}, time);
  if (mine) {
    const [sign, word] = ticks[message.status];
    const tick = make("span", { className: `tick-${message.status}`, title: word }, ` ${sign}`);
    tick.setAttribute("aria-label", word);
    tick.setAttribute("role", "img");
    footer.append(tick);
  }
  item.append(footer);
  return item;
}

/** The buttons under a message, or the rows of a list, which opens on click. */
function choicesOf(message) {
  const { waId } = phones.get(chosen);
  const choices = make(
    "div",
    { className: "choices" },
    ...message.choices.map(({ id, title }) =>
      make(
        "button",
        {
          type: "button",
          onclick: () => {
            void act({ do: "choose", waId, wamid: message.wamid, choiceId: id });
            byId("text").focus();
          },
        },
        title,
      ),
    ),
  );
  if (message.listButton === null) return choices;
  const details = make(
    "details",
    { open: opened.has(message.wamid) },
    make("summary", { className: "open-list" }, message.listButton),
    choices,
  );
  details.addEventListener("toggle", () =>
    details.open ? opened.add(message.wamid) : opened.delete(message.wamid),
  );
  return details;
}
const opened = new Set();

function choose(waId) {
  chosen = waId;
  seen.delete(waId);
  show();
  byId("text").focus();
}

async function add(name) {
  const phone = name ? await act({ do: "add", name }) : null;
  if (phone) choose(phone.waId);
}

function update(phone) {
  phones.set(phone.waId, phone);
  chosen ??= phone.waId;
  show();
}

byId("attach").append(
  ...attachments.map((attachment) =>
    make(
      "button",
      { type: "button", onclick: () => act({ do: "attach", waId: chosen, attachment }) },
      attachment,
    ),
  ),
);
byId("write").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("text").value.trim();
  byId("text").value = "";
  if (text && chosen) void act({ do: "write", waId: chosen, text });
});
byId("add").addEventListener("submit", (event) => {
  event.preventDefault();
  void add(byId("name").value.trim());
  byId("name").value = "";
});
byId("on").addEventListener("change", ({ target }) => {
  void act({ do: "switch", waId: chosen, on: target.checked });
});
document.addEventListener("visibilitychange", show);

// The browser reconnects by itself after a restart of the demo.
new EventSource("/events").addEventListener("message", ({ data }) => update(JSON.parse(data)));
