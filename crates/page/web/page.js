// The page: fields and pictures around the answers of the WebAssembly module. Every state has an address, the part after `#`.

/** @type {Engine} */
let engine;
/** @type {WebAssembly.Module} */
let module;
/** @type {"en" | "zh"} */
let lang = "en";
/** @type {Map<string, string>} */
let chinese = new Map();

/** The largest pile that is a number of the board; larger ones are only text. */
const MAX_ON_BOARD = 9e15;
const VIEWS = ["position", "board", "formula", "file", "program", "why"];

// ---- Elements and texts

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} */
function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no element ${id}`);
  return found;
}
/** @param {string} id */
const plain = (id) => element(id, HTMLElement);
/** @param {string} id */
const field = (id) => element(id, HTMLInputElement);
/** @param {string} id */
const choice = (id) => element(id, HTMLSelectElement);
/** @param {string} id */
const button = (id) => element(id, HTMLButtonElement);

/** A sentence in the language of the page. @param {string} english @param {Record<string, unknown>} values */
function t(english, values = {}) {
  const text = lang === "zh" ? chinese.get(english) ?? english : english;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** Writes all fixed texts in the language of the page. */
function translate() {
  document.documentElement.lang = lang === "zh" ? "zh-CN" : "en";
  document.title = t("Wythoff's game");
  for (const node of document.querySelectorAll("[data-t]")) {
    node.setAttribute("data-t", node.getAttribute("data-t") || (node.textContent ?? "").trim());
    node.textContent = t(node.getAttribute("data-t") ?? "");
  }
  for (const node of document.querySelectorAll("[data-t-label]")) {
    node.setAttribute("aria-label", t(node.getAttribute("data-t-label") ?? ""));
  }
  button("lang-en").setAttribute("aria-pressed", String(lang === "en"));
  button("lang-zh").setAttribute("aria-pressed", String(lang === "zh"));
  for (const select of document.querySelectorAll("select[data-rules]")) {
    if (!(select instanceof HTMLSelectElement)) continue;
    const chosen = select.value || "normal";
    const names = ["normal", "misere", "r=2", "r=3", "r=4", "r=5"];
    const texts = [t("normal"), t("misere: whoever takes the last object loses")];
    for (const r of [2, 3, 4, 5]) texts.push(t("r-Wythoff, r = {r}: amounts may differ by less than {r}", { r }));
    select.replaceChildren(...names.map((name, i) => new Option(texts[i], name)));
    select.value = chosen;
  }
}

/** The number in a field, or an empty text after the fault is written beside it. @param {HTMLInputElement} input @param {string} fault */
function numberIn(input, fault, most = 1000) {
  const text = input.value.trim();
  const wrong = text.search(/[^0-9]/);
  let message = "";
  if (text === "") message = t("a number is missing");
  else if (wrong >= 0) message = t("character {place} is “{found}”: a pile is a whole number, digits only", { place: wrong + 1, found: text[wrong] });
  else if (text.length > most) message = t("{digits} digits are too many: at most {most}", { digits: text.length, most });
  const name = input.labels?.[0]?.firstElementChild?.textContent ?? "";
  plain(fault).textContent = message && `${name}: ${message}.`;
  input.setAttribute("aria-invalid", String(message !== ""));
  return message ? "" : text.replace(/^0+(?=.)/, "");
}

/** Replaces the address, without a new entry in the history. @param {string} hash */
function address(hash) {
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

/** @param {HTMLElement} from @param {() => string} text */
function copies(from, text) {
  from.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text());
    from.textContent = t("Copied");
    setTimeout(() => { from.textContent = t("Copy"); }, 1500);
  });
}

/** A worker with one task. @param {Record<string, unknown>} task @param {(message: any) => void} onMessage */
function work(task, onMessage) {
  const sources = [element("worker", HTMLScriptElement).textContent ?? ""];
  const url = URL.createObjectURL(new Blob(sources, { type: "text/javascript" }));
  const worker = new Worker(url);
  worker.onmessage = ({ data }) => {
    onMessage(data);
    if (data.done || data.fault !== undefined) worker.terminate();
  };
  worker.onerror = (event) => onMessage({ fault: event.message });
  worker.postMessage({ module, ...task });
  URL.revokeObjectURL(url);
  return worker;
}

// ---- A position

/** Asks about a position. @param {string} a @param {string} b @param {string} rule */
function position(a, b, rule) {
  const [outcome, count, ...rest] = engine.ask("position", a, b, rule, lang).split("\n");
  const moves = rest.slice(0, Number(count)).map((line) => line.split(" ").map(BigInt));
  return { isCold: outcome === "cold", moves, explanation: rest.slice(Number(count)).join("\n") };
}

/** Whether a move leads from one position to another. @param {bigint[]} from @param {bigint[]} to @param {bigint} r */
function isMove(from, to, r) {
  const [x, y] = [from[0] - to[0], from[1] - to[1]];
  if (x < 0n || y < 0n || to[0] < 0n || to[1] < 0n || (x === 0n && y === 0n)) return false;
  const apart = x > y ? x - y : y - x;
  return x === 0n || y === 0n || apart < r;
}

/** The `r` of a rule. @param {string} rule */
const rOf = (rule) => BigInt(rule.startsWith("r=") ? rule.slice(2) : 1);

/** @param {bigint[]} from @param {bigint[]} to */
function moveText(from, to) {
  const [x, y] = [from[0] - to[0], from[1] - to[1]];
  const values = { x, y, a: to[0], b: to[1] };
  if (y === 0n) return t("take {x} from the first pile: ({a}, {b})", values);
  if (x === 0n) return t("take {y} from the second pile: ({a}, {b})", values);
  if (x === y) return t("take {x} from both piles: ({a}, {b})", values);
  return t("take {x} from the first pile and {y} from the second: ({a}, {b})", values);
}

function showPosition() {
  const [a, b, rule] = [numberIn(field("a"), "a-fault"), numberIn(field("b"), "b-fault"), choice("rule").value];
  plain("answer").hidden = plain("explanation").hidden = a === "" || b === "";
  if (a === "" || b === "") return;
  address(rule === "normal" ? `#${a},${b}` : `#${a},${b},${rule}`);
  if (Math.max(Number(a), Number(b)) <= MAX_ON_BOARD && !game.places.length) {
    [board.a, board.b, choice("board-rule").value] = [Number(a), Number(b), rule];
  }
  const { isCold, moves, explanation } = position(a, b, rule);
  plain("verdict").className = isCold ? "cold" : "hot";
  plain("verdict").textContent = isCold ? t("Cold: the player to move loses.") : t("Hot: the player to move wins.");
  const from = [BigInt(a), BigInt(b)];
  plain("moves").replaceChildren(...moves.map((target) => {
    const link = document.createElement("a");
    link.href = `#${target}${rule === "normal" ? "" : `,${rule}`}`;
    link.textContent = moveText(from, target);
    const item = document.createElement("li");
    item.append(link);
    return item;
  }));
  plain("explanation").textContent = explanation;
}

// ---- The board

/** What the board shows: the lower left square, squares a side, the chosen square. */
const board = { x: 0, y: 0, side: 21, a: 5, b: 8 };
/** The step of the sieve: how many cold positions are placed; and the timer that plays it. */
const sieve = { step: 0, timer: 0 };

/** A colour of the style sheet. @param {string} name */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);

/** The cold squares of the shown part, as a test. @param {string} rule */
function coldSquares(rule) {
  const rows = engine.ask("cold", board.x, board.y, board.side, rule).split("\n");
  return (/** @type {number} */ a, /** @type {number} */ b) => rows[b - board.y]?.[a - board.x] === "1";
}

/** The cold positions with the smaller pile first, in order, up to a pile. @param {string} rule @param {number} end */
function coldPairs(rule, end) {
  const side = Math.min(end, 400);
  const rows = engine.ask("cold", 0, 0, side, rule).split("\n");
  const pairs = [];
  for (let a = 0; a < side; a++) for (let b = a; b < side; b++) if (rows[b][a] === "1") pairs.push([a, b]);
  return pairs;
}

function showBoard() {
  const [rule, layer] = [choice("board-rule").value, choice("layer").value];
  address(`#board/${board.a},${board.b}/${rule}/${layer}`);
  plain("sieve-controls").hidden = layer !== "sieve";
  plain("sieve-text").textContent = "";
  if (layer !== "sieve") pauseSieve();
  /** @type {Record<string, string>} */
  const legends = {
    moves: t("● cold. Blue: take from the first pile. Green: from the second. Pink: from both. Orange: a move that wins."),
    lines: t("● cold. The dots follow two lines, whose slopes are phi and 1 / phi under the normal rule."),
    sieve: t("● cold, found so far."),
    grundy: t("● cold, 0. The value of a position is the least whole number that no move reaches. Shown for the normal rule."),
  };
  plain("legend").textContent = isHidden() ? "" : legends[layer];
  for (const id of ["sieve-back", "sieve-play", "sieve-next"]) button(id).disabled = rule === "misere";
  drawBoard(rule, rule === "misere" && layer === "sieve" ? "moves" : layer);
  describeSquare(rule);
}

/** Whether the answers are hidden: the cold squares and the moves that win. */
const isHidden = () => game.places.length > 0 && !field("reveal").checked;

/** @param {string} rule @param {string} layer */
function drawBoard(rule, layer) {
  const canvas = element("squares", HTMLCanvasElement);
  const size = Math.max(200, canvas.clientWidth), scale = devicePixelRatio || 1;
  canvas.width = canvas.height = Math.round(size * scale);
  const context = canvas.getContext("2d");
  if (!context) return;
  context.scale(scale, scale);
  const margin = 34, square = (size - margin - 6) / board.side;
  const left = (/** @type {number} */ a) => margin + (a - board.x) * square;
  const top = (/** @type {number} */ b) => size - margin - (b - board.y + 1) * square;
  const isShown = (/** @type {number} */ a, /** @type {number} */ b) => a >= board.x && b >= board.y && a < board.x + board.side && b < board.y + board.side;
  const fill = (/** @type {number} */ a, /** @type {number} */ b, /** @type {string} */ hue) => {
    if (!isShown(a, b)) return;
    context.fillStyle = hue;
    context.fillRect(left(a), top(b), square, square);
  };
  const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y, /** @type {CanvasTextAlign} */ align) => {
    context.textAlign = align;
    context.textBaseline = "middle";
    context.fillText(text, x, y);
  };
  const end = { a: board.x + board.side, b: board.y + board.side };
  context.fillStyle = colour("square");
  context.fillRect(margin, 6, board.side * square, board.side * square);
  const isCold = coldSquares(rule);
  let isDot = isCold;
  const r = Number(rOf(rule));

  // The layer below the lines.
  if (layer === "moves") {
    for (let a = Math.max(0, board.x); a < end.a; a++) {
      for (let b = Math.max(0, board.y); b < end.b; b++) {
        const [x, y] = [board.a - a, board.b - b];
        if (x < 0 || y < 0 || (x === 0 && y === 0)) continue;
        const hue = y === 0 ? "row" : x === 0 ? "column" : Math.abs(x - y) < r ? "diagonal" : "";
        if (hue) fill(a, b, isCold(a, b) && !isHidden() ? colour("win") : colour(hue));
      }
    }
  } else if (layer === "sieve") {
    const pairs = coldPairs(rule, Math.max(end.a, end.b)).slice(0, sieve.step);
    const both = pairs.flatMap(([a, b]) => (a === b ? [[a, b]] : [[a, b], [b, a]]));
    for (const [a, b] of both) {
      for (let n = 1; a + n < end.a || b + n < end.b; n++) {
        fill(a + n, b, colour("row"));
        fill(a, b + n, colour("column"));
        for (let apart = 1 - r; apart < r; apart++) if (n + apart > 0) fill(a + n, b + n + apart, colour("diagonal"));
      }
    }
    const placed = new Set(both.map(String));
    isDot = (a, b) => placed.has(String([a, b]));
  } else if (layer === "grundy") {
    const rows = end.a <= 400 && end.b <= 400 && rule === "normal" ? engine.ask("grundy", Math.max(end.a, end.b)).split("\n").map((row) => row.split(" ").map(Number)) : [];
    const most = 1.6 * Math.max(end.a, end.b);
    for (let a = board.x; a < end.a; a++) {
      for (let b = board.y; b < end.b && rows.length; b++) {
        context.globalAlpha = Math.min(1, rows[a][b] / most);
        fill(a, b, colour("cold"));
        context.globalAlpha = 1;
        if (square > 16) {
          context.fillStyle = colour("ink");
          context.font = `${Math.min(13, square * 0.45)}px system-ui`;
          write(String(rows[a][b]), left(a) + square / 2, top(b) + square / 2, "center");
        }
      }
    }
    if (rows.length && square > 16) isDot = () => false;
  }

  // Lines, numbers and dots.
  context.strokeStyle = colour("square-line");
  context.lineWidth = 1;
  for (let i = 0; i <= board.side && square > 5; i++) {
    context.beginPath();
    context.moveTo(margin + i * square, 6);
    context.lineTo(margin + i * square, size - margin);
    context.moveTo(margin, 6 + i * square);
    context.lineTo(margin + board.side * square, 6 + i * square);
    context.stroke();
  }
  if (layer === "lines") {
    const slope = (2 - r + Math.sqrt(r * r + 4)) / 2;
    const ratio = (slope + r) / slope;
    context.save();
    context.beginPath();
    context.rect(margin, 6, board.side * square, board.side * square);
    context.clip();
    context.strokeStyle = colour("gold");
    context.lineWidth = 2;
    for (const m of [ratio, 1 / ratio]) {
      context.beginPath();
      for (const a of [board.x - 1, end.a + 1]) context.lineTo(left(a) + square / 2, top(m * a) + square / 2);
      context.stroke();
    }
    context.restore();
  }
  context.fillStyle = colour("faint");
  context.font = "12px system-ui";
  const each = [1, 2, 5, 10, 20, 50, 100].find((n) => n * square >= 9 * String(end.a + end.b).length + 6) ?? 100;
  for (let i = 0; i < board.side; i++) {
    if ((board.x + i) % each === 0) write(String(board.x + i), left(board.x + i) + square / 2, size - margin + 12, "center");
    if ((board.y + i) % each === 0 && String(board.y + i).length < 6) write(String(board.y + i), margin - 5, top(board.y + i) + square / 2, "right");
  }
  context.fillStyle = colour("dot");
  for (let a = board.x; a < end.a; a++) {
    for (let b = board.y; b < end.b; b++) {
      if (isHidden() || !isDot(a, b)) continue;
      context.beginPath();
      context.arc(left(a) + square / 2, top(b) + square / 2, Math.max(1.2, square * 0.28), 0, 7);
      context.fill();
    }
  }
  if (isShown(board.a, board.b)) {
    context.strokeStyle = colour("hot");
    context.lineWidth = 2.5;
    context.strokeRect(left(board.a) + 1, top(board.b) + 1, square - 2, square - 2);
    if (game.places.length && String(game.places.at(-1)) === String([board.a, board.b]) && square > 12) {
      context.fillStyle = colour("hot");
      context.font = `${square * 0.7}px system-ui`;
      write("♛", left(board.a) + square / 2, top(board.b) + square / 2, "center");
    }
  }
}

/** @param {string} rule */
function describeSquare(rule) {
  const { isCold, moves } = position(String(board.a), String(board.b), rule);
  const from = [BigInt(board.a), BigInt(board.b)];
  const wins = moves.map((to) => moveText(from, to));
  const values = { a: board.a, b: board.b };
  const outcome = isCold ? t("({a}, {b}) is cold.", values) : t("({a}, {b}) is hot.", values);
  const list = wins.length ? t("Moves that win: {moves}.", { moves: wins.join(t("; ")) }) : "";
  plain("square-text").textContent = isHidden() ? `(${board.a}, ${board.b})` : [outcome, list].join(lang === "zh" ? "" : " ").trim();
}

/** Chooses a square and shows it. @param {number} a @param {number} b */
function choose(a, b) {
  [board.a, board.b] = [a, b].map((n) => Math.min(Math.max(0, n), MAX_ON_BOARD));
  const edge = (/** @type {number} */ start, /** @type {number} */ at) => (at >= start && at < start + board.side ? start : Math.max(0, at - (at < board.side ? 0 : board.side >> 1)));
  [board.x, board.y] = [edge(board.x, board.a), edge(board.y, board.b)];
  showBoard();
}

/** @param {number} side */
function zoom(side) {
  board.side = Math.min(60, Math.max(6, side));
  choose(board.a, board.b);
}

function pauseSieve() {
  clearInterval(sieve.timer);
  sieve.timer = 0;
  button("sieve-play").textContent = t("Play");
}

/** @param {number} step */
function showSieve(step) {
  const rule = choice("board-rule").value;
  if (rule === "misere") {
    plain("sieve-text").textContent = t("The sieve makes the cold positions of the normal rule and of r-Wythoff. Under misere, (0, 1) and (2, 2) take the place of (0, 0) and (1, 2).");
    return;
  }
  const pairs = coldPairs(rule, Math.max(board.x, board.y) + board.side);
  sieve.step = Math.min(Math.max(0, step), pairs.length);
  if (sieve.step === pairs.length) pauseSieve();
  drawBoard(rule, "sieve");
  const last = pairs[sieve.step - 1];
  plain("sieve-text").textContent = last
    ? t("Step {step}: ({a}, {b}). {a} is the least number in no earlier pair, and {d} the next difference: no earlier pair has its row, column or diagonal. From all coloured squares a move leads to a dot, so they are hot.", { step: sieve.step, a: last[0], b: last[1], d: last[1] - last[0] })
    : t("No position is placed yet. The first cold one is (0, 0).");
}

function playSieve() {
  if (sieve.timer) return pauseSieve();
  if (sieve.step >= coldPairs(choice("board-rule").value, Math.max(board.x, board.y) + board.side).length) sieve.step = 0;
  sieve.timer = setInterval(() => showSieve(sieve.step + 1), 900);
  button("sieve-play").textContent = t("Pause");
  showSieve(sieve.step + 1);
}

// ---- The game

// The positions so far, the user's and the opponent's moves in turn. `isYours`: the user moves next.
/** @type {{ places: number[][], isYours: boolean, rule: string }} */
const game = { places: [], isYours: true, rule: "normal" };

function startGame() {
  const piles = ["play-a", "play-b"].map((id) => numberIn(field(id), `${id}-fault`, 15));
  if (piles.includes("")) return endGame("");
  const place = piles.map(Number);
  if (place[0] + place[1] === 0) return endGame(t("A game begins with at least one object."));
  game.places = [place];
  game.isYours = choice("begins").value === "you";
  game.rule = choice("board-rule").value;
  field("reveal").checked = false;
  const largest = Math.max(...place);
  if (largest >= board.side && largest < 60) board.side = largest + 1;
  plain("play-text").textContent = "";
  goOn();
}

/** @param {string} text */
function endGame(text) {
  game.places = [];
  plain("game").hidden = true;
  plain("history").replaceChildren();
  plain("play-text").textContent = text;
}

/** Shows the game; if it is not over and the opponent's turn, the opponent moves. */
function goOn() {
  const here = game.places.at(-1) ?? [0, 0];
  const isOver = here[0] === 0 && here[1] === 0;
  if (!game.isYours && !isOver) return moveTo(answerOf(here), false);
  if (isOver) field("reveal").checked = true;
  [board.x, board.y] = [0, 0];
  choose(here[0], here[1]);
  plain("game").hidden = false;
  plain("take-form").hidden = isOver;
  const dots = here.map((n) => (n <= 60 ? "●".repeat(n) : "● …"));
  plain("piles").replaceChildren(...["First pile", "Second pile"].map((name, i) => {
    const line = document.createElement("div");
    line.textContent = `${t(name)}: ${here[i]} ${dots[i]}`;
    return line;
  }));
  const moves = game.places.slice(1).map((to, i) => {
    const text = moveText(game.places[i].map(BigInt), to.map(BigInt));
    const isYours = (game.places.length - i) % 2 === (game.isYours ? 1 : 0);
    const item = document.createElement("li");
    item.textContent = isYours ? t("You: {text}", { text }) : t("Opponent: {text}", { text });
    return item;
  });
  plain("history").replaceChildren(...moves);
  const youWin = game.isYours === (game.rule === "misere");
  const end = youWin ? t("No object is left: you win.") : t("No object is left: the opponent wins.");
  plain("play-text").textContent = isOver ? end : [moves.at(-1)?.textContent, t("Your turn.")].filter(Boolean).join(lang === "zh" ? "。" : ". ");
}

/** The opponent's move: one that wins, or else one from the larger pile. @param {number[]} here */
function answerOf(here) {
  const { moves } = position(String(here[0]), String(here[1]), game.rule);
  if (moves.length) return moves[0].map(Number);
  return here[0] >= here[1] ? [here[0] - 1, here[1]] : [here[0], here[1] - 1];
}

/** @param {number[]} to @param {boolean} byUser */
function moveTo(to, byUser) {
  const here = game.places.at(-1);
  if (!here || game.isYours !== byUser) return;
  const r = rOf(game.rule);
  if (!isMove(here.map(BigInt), to.map(BigInt), r)) {
    plain("play-text").textContent = r === 1n
      ? t("That is no move. Take at least one object: from one pile, or the same number from both; no more than a pile has.")
      : t("That is no move. Take at least one object: from one pile, or from both, where the two numbers differ by less than {r}; no more than a pile has.", { r });
    return;
  }
  game.places.push(to);
  game.isYours = !byUser;
  field("take-a").value = field("take-b").value = "0";
  goOn();
}

/** Goes back to the user's last turn. */
function undo() {
  const back = game.isYours ? 2 : 1;
  if (game.places.length <= back) return;
  game.places.length -= back;
  game.isYours = true;
  goOn();
}

function hint() {
  const here = game.places.at(-1) ?? [0, 0];
  const { moves } = position(String(here[0]), String(here[1]), game.rule);
  plain("play-text").textContent = moves.length
    ? t("This wins: {move}.", { move: moveText(here.map(BigInt), moves[0]) })
    : t("This position is cold: no move wins against an opponent without mistakes.");
}

// ---- A formula

/** @type {Worker | undefined} */
let counter;
/** Wrong differences in each step of the count. @type {{ from: number, to: number, found: number }[]} */
let steps = [];

function showFormula() {
  const [shape, type, rounding] = ["shape", "type", "rounding"].map((id) => choice(id).value);
  const places = String(Math.min(40, Math.max(0, Math.trunc(Number(field("places").value) || 0))));
  const limit = numberIn(field("limit"), "limit-fault", 18);
  choice("type").disabled = shape === "integers";
  field("places").disabled = choice("rounding").disabled = shape === "sqrt";
  counter?.terminate();
  steps = [];
  const isWhole = limit !== "" && Number(limit) <= 1e9;
  plain("failures").hidden = true;
  element("formula-progress", HTMLProgressElement).hidden = !isWhole;
  showWrong([]);
  plain("formula-text").textContent = plain("source").textContent = "";
  if (limit === "") return;
  address(`#formula/${shape}/${type.replace(" ", "-")}/${places}/${rounding}/${limit}`);
  const formula = [shape, type, places, rounding];
  const [source, end] = engine.ask("formula", ...formula, limit).split("\n");
  plain("source").textContent = source;
  if (!isWhole) {
    const wrong = engine.ask("search", ...formula, limit).trim().split("\n").filter(Boolean);
    showWrong(wrong);
    plain("formula-text").textContent = wrong.length
      ? t("Wrong. These differences were found by the search that lint uses; there may be others, smaller ones, too.")
      : t("The search that lint uses found no wrong difference. That is no proof.");
    return;
  }
  counter = work({ formula, end: Number(end), max: Number(limit) }, (message) => {
    if (message.fault !== undefined) plain("formula-text").textContent = message.fault;
    if (message.step !== undefined) {
      steps.push(message);
      element("formula-progress", HTMLProgressElement).value = message.progress;
      showWrong(message.first);
    }
    const [all, tried] = [Number(end), steps.at(-1)?.to ?? 0];
    const wrong = steps.reduce((sum, step) => sum + step.found, 0);
    const values = { wrong: wrong.toLocaleString(lang), tried: tried.toLocaleString(lang), all: all.toLocaleString(lang) };
    if (!message.done) {
      plain("formula-text").textContent = t("{wrong} of {tried} differences are wrong so far; {all} are possible.", values);
      return;
    }
    element("formula-progress", HTMLProgressElement).hidden = true;
    plain("formula-text").textContent = wrong ? t("Wrong at {wrong} of {all} differences.", values) : t("Right at all {all} differences.", values);
    if (wrong) drawHistogram(all);
  });
}

/** @param {string[]} rows */
function showWrong(rows) {
  plain("wrong").hidden = rows.length === 0;
  const cells = rows.map((row) => row.split(" "));
  plain("first-wrong").textContent = cells[0] ? `${cells[0][0]} ${cells[0][1]}` : "";
  plain("wrong-rows").replaceChildren(...cells.map(([a, b, said]) => {
    const row = document.createElement("tr");
    const words = [t("hot"), t("cold")];
    if (said === "cold") words.reverse();
    for (const text of [String(BigInt(b) - BigInt(a)), a, b, ...words]) row.insertCell().textContent = text;
    return row;
  }));
}

/** The share of wrong differences, from the smallest to the largest ones. @param {number} all */
function drawHistogram(all) {
  plain("failures").hidden = false;
  const canvas = element("histogram", HTMLCanvasElement);
  const [width, height, scale] = [canvas.clientWidth, canvas.clientHeight, devicePixelRatio || 1];
  [canvas.width, canvas.height] = [width * scale, height * scale];
  const context = canvas.getContext("2d");
  if (!context) return;
  context.scale(scale, scale);
  context.fillStyle = colour("panel");
  context.fillRect(0, 0, width, height);
  const most = Math.max(...steps.map((step) => step.found / Math.max(1, step.to - step.from)), 1e-12);
  context.fillStyle = colour("hot");
  for (const step of steps) {
    if (!step.found) continue;
    const part = Math.max(0.04, step.found / (step.to - step.from) / most);
    context.fillRect((step.from / all) * width, height * (1 - part), Math.max(2, ((step.to - step.from) / all) * width), height * part);
  }
  plain("histogram-text").textContent = t("From difference 0 on the left to {last} on the right. A bar is the share of wrong differences; the highest one is {share} %.", { last: (all - 1).toLocaleString(lang), share: (100 * most).toPrecision(3) });
}

// ---- A file

/** @type {Worker | undefined} */
let solver;
let downloadUrl = "";

/** Removes what an earlier input was answered with. */
function clearAnswers() {
  solver?.terminate();
  URL.revokeObjectURL(downloadUrl);
  plain("file-text").textContent = plain("file-fault").textContent = "";
  for (const id of ["file-progress", "cancel", "download", "preview"]) plain(id).hidden = true;
}

/** @param {Blob} file @param {string} name */
function solveFile(file, name) {
  clearAnswers();
  const progress = element("file-progress", HTMLProgressElement);
  const link = element("download", HTMLAnchorElement);
  progress.value = 0;
  progress.hidden = button("cancel").hidden = false;
  plain("file-text").textContent = t("Reading {name} …", { name });
  /** @type {Blob[]} */
  const answers = [];
  const start = performance.now();
  const finish = async () => {
    progress.hidden = button("cancel").hidden = true;
    const all = new Blob(answers, { type: "text/plain" });
    downloadUrl = URL.createObjectURL(all);
    link.href = downloadUrl;
    link.download = "answers.txt";
    link.hidden = all.size === 0;
    plain("preview").textContent = (await all.slice(0, 2000).text()) + (all.size > 2000 ? "…" : "");
    plain("preview").hidden = all.size === 0;
  };
  solver = work({ file, problem: choice("file-problem").value }, (message) => {
    if (message.progress !== undefined) progress.value = message.progress;
    if (message.answers) answers.push(message.answers);
    if (message.fault !== undefined) {
      plain("file-text").textContent = answers.some((part) => part.size > 0) ? t("Answered up to the first fault:") : "";
      plain("file-fault").textContent = message.fault;
      finish();
    }
    if (message.done) {
      const [hot, cold] = message.done.map((/** @type {number} */ n) => n.toLocaleString(lang));
      const seconds = ((performance.now() - start) / 1000).toPrecision(2);
      plain("file-text").textContent = t("{hot} hot, {cold} cold, in {seconds} s.", { hot, cold, seconds });
      finish();
    }
  });
}

function showFile() {
  address(choice("file-problem").value ? `#file/${choice("file-problem").value}` : "#file");
}

// ---- A program

/** @type {string[][]} */
let problems = [];
/** @type {string[]} */
let endings = [];
/** @type {Record<string, string>} */
const LANGUAGES = { c: "C", cpp: "C++", java: "Java", pas: "Pascal", py: "Python", go: "Go", js: "JavaScript", rs: "Rust" };

function fillProblems() {
  const [first, ...lines] = engine.ask("profiles", lang).trim().split("\n");
  endings = first.split(" ");
  problems = lines.map((line) => line.split("\t"));
  const options = () => problems.map(([name, title]) => new Option(`${name} · ${title}`, name));
  const [file, problem, language] = ["file-problem", "problem", "language"].map(choice);
  const chosen = [file.value, problem.value, language.value || "cpp"];
  const framings = [["", t("a pair on each line")], ["eof", t("pairs, laid out over lines in any way")], ["count", t("first the number of pairs, then the pairs")], ["zero", t("pairs up to 0 0")], ["one", t("one pair")]];
  file.replaceChildren(...framings.map(([name, text]) => new Option(text, name)), ...options());
  problem.replaceChildren(...options());
  language.replaceChildren(...endings.map((ending) => new Option(LANGUAGES[ending], ending)));
  [file.value, problem.value, language.value] = [chosen[0], chosen[1] || problems[0][0], chosen[2]];
  const limits = problems.filter((row) => row[4] === "true" && row[3].length <= 19);
  element("limits", HTMLDataListElement).replaceChildren(...limits.map(([name, , , max]) => new Option(name, max)));
}

function showProgram() {
  const [name, ending] = [choice("problem").value, choice("language").value];
  address(`#program/${name}/${ending}`);
  plain("asks").textContent = problems.find((row) => row[0] === name)?.[2] ?? "";
  plain("code").textContent = engine.ask("submission", name, ending);
}

/** Makes the file behind a link when it is used: an input with hard positions, or its right answers. @param {MouseEvent} event */
function makeHard(event) {
  const link = event.currentTarget;
  if (!(link instanceof HTMLAnchorElement)) return;
  const name = choice("problem").value;
  const text = engine.ask("hard", name, 10_000, 1);
  const middle = text.indexOf("\n\n") + 1;
  const isInput = link.id === "hard";
  URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([isInput ? text.slice(0, middle) : text.slice(middle + 1)], { type: "text/plain" }));
  link.download = `${name}.${isInput ? "in" : "out"}`;
}

// ---- The story

function showWhy() {
  address("#why");
  const pairs = coldPairs("normal", 40).slice(0, 13);
  const rows = [[t("difference"), ...pairs.map(([a, b]) => b - a)], [t("smaller pile"), ...pairs.map(([a]) => a)], [t("larger pile"), ...pairs.map(([, b]) => b)]];
  element("pairs-table", HTMLTableElement).replaceChildren(...rows.map(([name, ...numbers]) => {
    const row = document.createElement("tr");
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = String(name);
    row.append(head);
    for (const number of numbers) row.insertCell().textContent = String(number);
    return row;
  }));
}

// ---- Addresses
/** Shows what the address names. */
function route() {
  const [first, ...rest] = decodeURIComponent(location.hash.slice(1)).split("/");
  const view = VIEWS.includes(first) ? first : "position";
  for (const name of VIEWS) {
    plain(name).hidden = name !== view;
    if (name === view) plain(`nav-${name}`).setAttribute("aria-current", "page");
    else plain(`nav-${name}`).removeAttribute("aria-current");
  }
  if (view !== "board") pauseSieve();
  /** @param {string} id @param {string | undefined} value */
  const set = (id, value) => {
    const select = choice(id);
    if (value !== undefined && [...select.options].some((option) => option.value === value)) select.value = value;
  };
  if (view === "position") {
    const [a, b, rule] = first.split(",");
    field("a").value = a || "5";
    field("b").value = b ?? "8";
    set("rule", rule ?? "normal");
    showPosition();
  } else if (view === "board") {
    const [a, b] = (rest[0] ?? "").split(",").map(Number);
    set("board-rule", rest[1]);
    set("layer", rest[2]);
    if (Number.isInteger(a) && Number.isInteger(b)) choose(a, b);
    else choose(board.a, board.b);
    if (choice("layer").value === "sieve") showSieve(sieve.step || 1);
  } else if (view === "formula") {
    set("shape", rest[0]);
    set("type", rest[1]?.replace("-", " "));
    if (rest[2]) field("places").value = rest[2];
    set("rounding", rest[3]);
    if (rest[4]) field("limit").value = rest[4];
    showFormula();
  } else if (view === "file") {
    set("file-problem", rest[0]);
    showFile();
  } else if (view === "program") {
    set("problem", rest[0]);
    set("language", rest[1]);
    showProgram();
  } else showWhy();
}

/** @param {"en" | "zh"} language */
function speak(language) {
  lang = language;
  if (lang === "zh" && chinese.size === 0) {
    const lines = engine.ask("texts").split("\n");
    for (let i = 0; i + 1 < lines.length; i += 2) chinese.set(lines[i], lines[i + 1]);
  }
  translate();
  fillProblems();
  route();
  if (game.places.length && game.isYours) goOn();
}

function listen() {
  addEventListener("hashchange", route);
  button("lang-en").onclick = () => speak("en");
  button("lang-zh").onclick = () => speak("zh");
  for (const form of document.querySelectorAll("form")) form.onsubmit = () => false;
  for (const id of ["a", "b", "rule"]) plain(id).oninput = showPosition;
  for (const id of ["shape", "type", "places", "rounding", "limit"]) plain(id).oninput = showFormula;
  for (const id of ["board-rule", "layer"]) {
    plain(id).oninput = () => {
      showBoard();
      if (choice("layer").value === "sieve") showSieve(sieve.step || 1);
    };
  }
  button("zoom-in").onclick = () => zoom(Math.round(board.side / 1.4));
  button("zoom-out").onclick = () => zoom(Math.round(board.side * 1.4));
  button("home").onclick = () => choose(0, 0);
  button("sieve-back").onclick = () => showSieve(sieve.step - 1);
  button("sieve-next").onclick = () => showSieve(sieve.step + 1);
  button("sieve-play").onclick = playSieve;
  button("hint").onclick = hint;
  button("undo").onclick = undo;
  field("reveal").onchange = showBoard;
  plain("board-rule").onchange = () => { if (game.places.length) endGame(t("The rule has changed: start a new game.")); };
  plain("start-form").onsubmit = () => {
    startGame();
    return false;
  };
  plain("take-form").onsubmit = () => {
    const [x, y] = ["take-a", "take-b"].map((id) => numberIn(field(id), `${id}-fault`, 15));
    const here = game.places.at(-1);
    if (x !== "" && y !== "" && here) moveTo([here[0] - Number(x), here[1] - Number(y)], true);
    return false;
  };
  listenToBoard();
  copies(button("copy-wrong"), () => plain("first-wrong").textContent ?? "");
  copies(button("copy-program"), () => plain("code").textContent ?? "");
  choice("problem").oninput = choice("language").oninput = showProgram;
  element("hard", HTMLAnchorElement).onclick = element("hard-answers", HTMLAnchorElement).onclick = makeHard;
  choice("file-problem").oninput = () => {
    clearAnswers();
    if (problems.some((row) => row[0] === choice("file-problem").value)) choice("problem").value = choice("file-problem").value;
    showFile();
  };
  field("chosen").onchange = () => {
    const file = field("chosen").files?.[0];
    if (file) solveFile(file, file.name);
  };
  const pasted = element("pairs", HTMLTextAreaElement);
  pasted.oninput = clearAnswers;
  button("solve").onclick = () => solveFile(new Blob([pasted.value]), t("the text above"));
  button("cancel").onclick = () => {
    solver?.terminate();
    element("file-progress", HTMLProgressElement).hidden = button("cancel").hidden = true;
    plain("file-text").textContent = t("Cancelled.");
  };
  const view = plain("file");
  view.ondragover = (event) => {
    event.preventDefault();
    view.classList.add("dropping");
  };
  view.ondragleave = () => view.classList.remove("dropping");
  view.ondrop = (event) => {
    event.preventDefault();
    view.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (file) solveFile(file, file.name);
  };
  addEventListener("resize", () => { if (!plain("board").hidden) showBoard(); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", route);
}

function listenToBoard() {
  const canvas = element("squares", HTMLCanvasElement);
  /** @type {{ x: number, y: number, left: number, bottom: number } | undefined} */
  let drag;
  let isDragged = false;
  const square = () => (canvas.clientWidth - 40) / board.side;
  const under = (/** @type {PointerEvent} */ event) => {
    const a = board.x + Math.floor((event.offsetX - 34) / square());
    const b = board.y + Math.floor((canvas.clientHeight - 34 - event.offsetY) / square());
    return a >= board.x && b >= board.y && a < board.x + board.side && b < board.y + board.side ? [a, b] : undefined;
  };
  canvas.onpointerdown = (event) => {
    canvas.setPointerCapture(event.pointerId);
    drag = { x: event.offsetX, y: event.offsetY, left: board.x, bottom: board.y };
    isDragged = false;
  };
  canvas.onpointermove = (event) => {
    if (drag) {
      const [right, up] = [drag.x - event.offsetX, event.offsetY - drag.y].map((n) => Math.round(n / square()));
      if (right === 0 && up === 0 && !isDragged) return;
      isDragged = true;
      board.x = Math.min(MAX_ON_BOARD, Math.max(0, drag.left + right));
      board.y = Math.min(MAX_ON_BOARD, Math.max(0, drag.bottom + up));
      return showBoard();
    }
    const at = under(event);
    // While a game is on, the queen stays until the user moves it.
    if (at && !game.places.length && event.pointerType === "mouse" && (at[0] !== board.a || at[1] !== board.b)) {
      [board.a, board.b] = at;
      showBoard();
    }
  };
  canvas.onpointercancel = () => { drag = undefined; };
  canvas.onpointerup = (event) => {
    drag = undefined;
    const at = under(event);
    if (!at || isDragged) return;
    if (game.places.length && game.isYours) moveTo(at, true);
    else choose(at[0], at[1]);
  };
  canvas.onkeydown = (event) => {
    /** @type {Record<string, number[]>} */
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = arrows[event.key];
    const far = event.shiftKey ? 10 : 1;
    if (step) choose(board.a + far * step[0], board.b + far * step[1]);
    else if (event.key === "+" || event.key === "=") zoom(Math.round(board.side / 1.4));
    else if (event.key === "-") zoom(Math.round(board.side * 1.4));
    else if (event.key === "Enter" && game.places.length) moveTo([board.a, board.b], true);
    else return;
    event.preventDefault();
  };
}

(async () => {
  try {
    const packed = Uint8Array.from(atob(element("wasm", HTMLScriptElement).textContent ?? ""), (c) => c.charCodeAt(0));
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    module = await WebAssembly.compile(await new Response(unpacked).arrayBuffer());
    engine = new Engine(module);
    listen();
    speak(navigator.language.startsWith("zh") ? "zh" : "en");
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
  } catch (error) {
    const fatal = plain("fatal");
    fatal.hidden = false;
    fatal.textContent = `This page needs a newer browser: ${error}`;
  }
})();
