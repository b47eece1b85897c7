// The page: fields and pictures around the answers of the WebAssembly module. Every state has an address, the part after `#`.

/** @type {Engine} */ let engine;
/** @type {WebAssembly.Module} */ let module;
/** "en" or "zh". */
let lang = "";
/** @type {Map<string, string>} */ let chinese = new Map();
/** What the page shows, as an address: the language if it was chosen, and a view with its state; and what is wrong with the address. */
const shown = { lang: "", view: "", fault: "" };

/** The largest pile that is a number of the board; larger ones are only text. */
const MAX_ON_BOARD = 9e15;
const VIEWS = ["position", "board", "formula", "file", "program", "why"];

// ---- Elements and texts

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} */ function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no element ${id}`);
  return found;
}
const plain = (/** @type {string} */ id) => element(id, HTMLElement);
const field = (/** @type {string} */ id) => element(id, HTMLInputElement);
const choice = (/** @type {string} */ id) => element(id, HTMLSelectElement);
const button = (/** @type {string} */ id) => element(id, HTMLButtonElement);

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
  for (const language of ["en", "zh"]) button(`lang-${language}`).setAttribute("aria-pressed", String(lang === language));
}

/** The number in a field, or an empty text after the fault is written beside it. @param {string} id */
function numberIn(id, most = 1000) {
  const input = field(id), text = input.value.trim();
  const wrong = text.search(/[^0-9]/);
  let message = "";
  if (text === "") message = t("a number is missing");
  else if (wrong >= 0) message = t("character {place} is “{found}”: a pile is a whole number, digits only", { place: wrong + 1, found: text[wrong] });
  else if (text.length > most) message = t("{digits} digits are too many: at most {most}", { digits: text.length, most });
  else if (Number(text) < Number(input.min)) message = t("at least {least}", { least: input.min });
  else if (input.max && Number(text) > Number(input.max)) message = t("at most {most}", { most: input.max });
  const name = input.labels?.[0]?.firstElementChild?.textContent ?? "";
  plain(`${id}-fault`).textContent = message && `${name}: ${message}.`;
  input.setAttribute("aria-invalid", String(message !== ""));
  return message ? "" : text.replace(/^0+(?=.)/, "");
}

/** Replaces the address, without a new entry in the history. One that is wrong stays until something else is shown. @param {string} view */
function address(view) {
  if (view === shown.view) return;
  shown.view = view;
  plain("address-fault").textContent = "";
  history.replaceState(null, "", `#${shown.lang && `${shown.lang}/`}${view}`);
}

/** The rule of a view, or an empty text if the number in it is wrong. @param {"rule" | "board-rule"} id */
function ruleIn(id) {
  const isOther = choice(id).value === "r";
  plain(`${id}-r-label`).hidden = !isOther;
  const r = numberIn(`${id}-r`, 15);
  return isOther ? r && `r=${r}` : choice(id).value;
}

/** Chooses a rule. @param {"rule" | "board-rule"} id @param {string} rule */
function chooseRule(id, rule) {
  const r = /^r=([1-9]\d{0,14})$/.exec(rule)?.[1];
  if (r) field(`${id}-r`).value = r;
  set(id, r ? "r" : rule === "r" ? "r=" : rule);
}

/** Copies a text when a button is used. @param {string} id @param {string} source */
function copies(id, source) {
  button(id).onclick = async () => {
    await navigator.clipboard.writeText(plain(source).textContent ?? "");
    button(id).textContent = t("Copied");
    setTimeout(() => { button(id).textContent = t("Copy"); }, 1500);
  };
}

/** A worker with one task. @param {Record<string, unknown>} task @param {(message: any) => void} onMessage */
function work(task, onMessage) {
  const url = URL.createObjectURL(new Blob([plain("worker").textContent ?? ""], { type: "text/javascript" }));
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

/** The outcome of a position, the positions after the moves that win, and the explanation. @param {unknown} a @param {unknown} b @param {string} rule */
function position(a, b, rule) {
  const [outcome, count, ...rest] = engine.ask("position", String(a), String(b), rule, lang).split("\n");
  const moves = rest.slice(0, Number(count)).map((line) => line.split(" ").map(BigInt));
  return { isCold: outcome === "cold", moves, explanation: rest.slice(Number(count)).join("\n") };
}

/** The `r` of a rule. @param {string} rule */
const rOf = (rule) => BigInt(rule.startsWith("r=") ? rule.slice(2) : 1);

/** What a move takes from each pile. @param {(bigint | number)[]} from @param {(bigint | number)[]} to */
const taken = (from, to) => from.map((pile, i) => BigInt(pile) - BigInt(to[i]));

/** Whether a move leads from one position to another. @param {number[]} from @param {number[]} to @param {string} rule */
function isMove(from, to, rule) {
  const [less, more] = taken(from, to).sort((x, y) => Number(x - y));
  return Math.min(...to) >= 0 && less >= 0n && more > 0n && (less === 0n || more - less < rOf(rule));
}

/** @param {(bigint | number)[]} from @param {(bigint | number)[]} to */ function moveText(from, to) {
  const [x, y] = taken(from, to), values = { x, y, a: to[0], b: to[1] };
  if (y === 0n) return t("take {x} from the first pile: ({a}, {b})", values);
  if (x === 0n) return t("take {y} from the second pile: ({a}, {b})", values);
  if (x === y) return t("take {x} from both piles: ({a}, {b})", values);
  return t("take {x} from the first pile and {y} from the second: ({a}, {b})", values);
}

function showPosition() {
  const [a, b, rule] = [numberIn("a"), numberIn("b"), ruleIn("rule")];
  plain("answer").hidden = plain("explanation").hidden = !a || !b || !rule;
  if (!a || !b || !rule) return;
  address(rule === "normal" ? `${a},${b}` : `${a},${b},${rule}`);
  if (Math.max(Number(a), Number(b)) <= MAX_ON_BOARD && !game.places.length) {
    [board.a, board.b] = [Number(a), Number(b)];
    chooseRule("board-rule", rule);
  }
  const { isCold, moves, explanation } = position(a, b, rule);
  plain("verdict").className = isCold ? "cold" : "hot";
  plain("verdict").textContent = isCold ? t("Cold: the player to move loses.") : t("Hot: the player to move wins.");
  plain("moves").replaceChildren(...moves.map((target) => {
    const [item, link] = [document.createElement("li"), document.createElement("a")];
    link.href = `#${target}${rule === "normal" ? "" : `,${rule}`}`;
    link.textContent = moveText([a, b].map(BigInt), target);
    item.append(link);
    return item;
  }));
  plain("explanation").textContent = explanation;
}

// ---- The board

/** Squares a side, unless the address has another number. */
const SIDE = 21;
/** What the board shows: the lower left square, squares a side, the chosen square. */
const board = { x: 0, y: 0, side: SIDE, a: 5, b: 8 };
/** The step of the sieve: how many cold positions are placed; the last step; and the timer that plays it. */
const sieve = { step: 1, end: 0, timer: 0 };

/** An empty canvas, in units of the style sheet. @param {string} id */
function drawingOn(id) {
  const canvas = element(id, HTMLCanvasElement);
  const [width, height, scale] = [canvas.clientWidth, canvas.clientHeight, devicePixelRatio];
  [canvas.width, canvas.height] = [width, height].map((length) => Math.round(length * scale));
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.scale(scale, scale);
  return { context, width, height };
}

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

/** @param {boolean} isPassing The chosen square is only passed by the pointer. */
function showBoard(isPassing = false) {
  const [rule, layer] = [ruleIn("board-rule"), choice("layer").value];
  if (!rule) return;
  const isSieve = layer === "sieve" && rule !== "misere";
  plain("sieve-controls").hidden = layer !== "sieve";
  plain("sieve-text").textContent = layer === "sieve" ? describeStep(rule) : "";
  if (!isSieve) pauseSieve();
  for (const legend of document.querySelectorAll("[data-layer]")) legend.toggleAttribute("hidden", isHidden() || legend.getAttribute("data-layer") !== layer);
  for (const id of ["sieve-back", "sieve-play", "sieve-next"]) button(id).disabled = !isSieve;
  drawBoard(rule, layer === "sieve" && !isSieve ? "moves" : layer);
  describeSquare(rule);
  if (isPassing) return;
  const square = [board.a, board.b, ...(board.side === SIDE ? [] : [board.side])];
  const parts = ["board", square, rule, isSieve ? `sieve,${sieve.step}` : layer];
  if (game.places.length) parts.push(game.begins, ...game.places.map(String));
  address(parts.join("/"));
}

/** Whether a square is on the shown part. @param {number} a @param {number} b */
const isOnBoard = (a, b) => a >= board.x && b >= board.y && a < board.x + board.side && b < board.y + board.side;

/** Whether the answers are hidden: the cold squares and the moves that win. */
const isHidden = () => game.places.length > 0 && !field("reveal").checked;

/** @param {string} rule @param {string} layer */ function drawBoard(rule, layer) {
  const { context, width: size } = drawingOn("squares");
  const margin = 34, square = (size - margin - 6) / board.side;
  const left = (/** @type {number} */ a) => margin + (a - board.x) * square;
  const top = (/** @type {number} */ b) => size - margin - (b - board.y + 1) * square;
  const fill = (/** @type {number} */ a, /** @type {number} */ b, /** @type {string} */ name) => {
    if (!isOnBoard(a, b)) return;
    context.fillStyle = colour(name);
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
  const r = Number(rOf(rule)), near = Math.min(r, end.a + end.b);

  // The layer below the lines.
  if (layer === "moves") {
    for (let a = board.x; a < Math.min(end.a, board.a + 1); a++) {
      for (let b = board.y; b < Math.min(end.b, board.b + 1); b++) {
        const [x, y] = [board.a - a, board.b - b];
        const hue = y === 0 ? "row" : x === 0 ? "column" : Math.abs(x - y) < r ? "diagonal" : "";
        if (hue && x + y > 0) fill(a, b, isCold(a, b) && !isHidden() ? "win" : hue);
      }
    }
  } else if (layer === "sieve") {
    const pairs = coldPairs(rule, Math.max(end.a, end.b)).slice(0, sieve.step);
    const both = pairs.flatMap(([a, b]) => (a === b ? [[a, b]] : [[a, b], [b, a]]));
    for (const [a, b] of both) {
      for (let n = 1; a + n < end.a || b + n < end.b; n++) {
        fill(a + n, b, "row");
        fill(a, b + n, "column");
        for (let apart = 1 - near; apart < near; apart++) if (n + apart > 0) fill(a + n, b + n + apart, "diagonal");
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
        fill(a, b, "cold");
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
  if (isOnBoard(board.a, board.b)) {
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

/** Describes the chosen square. @param {string} rule */
function describeSquare(rule) {
  const here = [board.a, board.b], [a, b] = here;
  const { isCold, moves } = position(a, b, rule);
  const outcome = isCold ? t("({a}, {b}) is cold.", { a, b }) : t("({a}, {b}) is hot.", { a, b });
  const list = moves.length ? t("Moves that win: {moves}.", { moves: moves.map((to) => moveText(here, to)).join(t("; ")) }) : "";
  plain("square-text").textContent = isHidden() ? `(${a}, ${b})` : [outcome, list].join(lang === "zh" ? "" : " ").trim();
}

/** Chooses a square and shows it. @param {number} a @param {number} b */
function choose(a, b) {
  [board.a, board.b] = [a, b].map((n) => Math.min(Math.max(0, n), MAX_ON_BOARD));
  const edge = (/** @type {number} */ start, /** @type {number} */ at) => (at >= start && at < start + board.side ? start : Math.max(0, at - (at < board.side ? 0 : board.side >> 1)));
  [board.x, board.y] = [edge(board.x, board.a), edge(board.y, board.b)];
  showBoard();
}

/** @param {number} side */ function zoom(side) {
  board.side = Math.min(60, Math.max(6, side));
  choose(board.a, board.b);
}

function pauseSieve() {
  clearInterval(sieve.timer);
  sieve.timer = 0;
  button("sieve-play").textContent = t("Play");
}

/** @param {number} step */ function showSieve(step) {
  sieve.step = step;
  showBoard();
}

/** What the step of the sieve does. @param {string} rule */
function describeStep(rule) {
  if (rule === "misere") return t("The sieve makes the cold positions of the normal rule and of r-Wythoff. Under misere, (0, 1) and (2, 2) take the place of (0, 0) and (1, 2).");
  const pairs = coldPairs(rule, Math.max(board.x, board.y) + board.side);
  sieve.end = pairs.length;
  sieve.step = Math.min(Math.max(0, sieve.step), sieve.end);
  if (sieve.step === sieve.end) pauseSieve();
  const last = pairs[sieve.step - 1];
  return last
    ? t("Step {step}: ({a}, {b}). {a} is the least number in no earlier pair, and {d} the next difference: no earlier pair has its row, column or diagonal. From all coloured squares a move leads to a dot, so they are hot.", { step: sieve.step, a: last[0], b: last[1], d: last[1] - last[0] })
    : t("No position is placed yet. The first cold one is (0, 0).");
}

function playSieve() {
  if (sieve.timer) return pauseSieve();
  if (sieve.step === sieve.end) sieve.step = 0;
  sieve.timer = setInterval(() => showSieve(sieve.step + 1), 900);
  button("sieve-play").textContent = t("Pause");
  showSieve(sieve.step + 1);
}

// ---- The game

/** The positions so far, the user's and the opponent's moves in turn, and who began. @type {{ places: number[][], begins: string, rule: string }} */
const game = { places: [], begins: "you", rule: "normal" };
/** Whether the user moves next. */
const isYours = () => (game.places.length % 2 === 1) === (game.begins === "you");

function startGame() {
  const piles = ["play-a", "play-b"].map((id) => numberIn(id, 15));
  if (piles.includes("") || !ruleIn("board-rule")) return endGame("");
  const place = piles.map(Number);
  if (place[0] + place[1] === 0) return endGame(t("A game begins with at least one object."));
  const largest = Math.max(...place);
  if (largest >= board.side && largest < 60) board.side = largest + 1;
  playOn([place]);
  plain("squares").scrollIntoView({ block: "start" });
}

/** Plays on from these positions. @param {number[][]} places */
function playOn(places) {
  [game.places, game.begins, game.rule] = [places, choice("begins").value, ruleIn("board-rule")];
  field("reveal").checked = false;
  goOn();
}

/** @param {string} text */ function endGame(text) {
  game.places = [];
  plain("game").hidden = true;
  plain("history").replaceChildren();
  plain("play-text").textContent = text;
}

/** Shows the game; if it is not over and the opponent's turn, the opponent moves. @returns {void} */
function goOn() {
  const here = game.places.at(-1) ?? [0, 0];
  const isOver = here[0] === 0 && here[1] === 0;
  if (!isYours() && !isOver) return moveTo(answerOf(here), false);
  if (isOver) field("reveal").checked = true;
  [board.x, board.y] = [0, 0];
  choose(here[0], here[1]);
  plain("game").hidden = false;
  button("take").disabled = button("hint").disabled = isOver;
  const piles = here.map((n) => `${n} ${n <= 60 ? "●".repeat(n) : "● …"}`);
  plain("piles").textContent = `${t("First pile")}: ${piles[0]}\n${t("Second pile")}: ${piles[1]}`;
  const moves = game.places.slice(1).map((to, i) => {
    const item = document.createElement("li"), text = moveText(game.places[i], to);
    item.textContent = (i % 2 === 0) === (game.begins === "you") ? t("You: {text}", { text }) : t("Opponent: {text}", { text });
    return item;
  });
  plain("history").replaceChildren(...moves);
  const youWin = isYours() === (game.rule === "misere");
  const end = youWin ? t("No object is left: you win.") : t("No object is left: the opponent wins.");
  plain("play-text").textContent = isOver ? end : [moves.at(-1)?.textContent, t("Your turn.")].filter(Boolean).join(lang === "zh" ? "。" : ". ");
}

/** The opponent's move: one that wins, or else one from the larger pile. @param {number[]} here */
function answerOf([a, b]) {
  const best = position(a, b, game.rule).moves[0]?.map(Number);
  return best ?? (a >= b ? [a - 1, b] : [a, b - 1]);
}

/** @param {number[]} to @param {boolean} byUser */ function moveTo(to, byUser) {
  const here = game.places.at(-1);
  if (!here || isYours() !== byUser) return;
  if (isMove(here, to, game.rule)) {
    game.places.push(to);
    field("take-a").value = field("take-b").value = "0";
    return goOn();
  }
  plain("play-text").textContent = game.rule.startsWith("r=")
    ? t("That is no move. Take at least one object: from one pile, or from both, where the two numbers differ by less than {r}; no more than a pile has.", { r: rOf(game.rule) })
    : t("That is no move. Take at least one object: from one pile, or the same number from both; no more than a pile has.");
}

/** The user's move by the fields. */
function take() {
  const here = game.places.at(-1), [x, y] = ["take-a", "take-b"].map((id) => numberIn(id, 15));
  if (x && y && here) moveTo([here[0] - Number(x), here[1] - Number(y)], true);
}

/** Goes back to the user's last turn. */
function undo() {
  const back = isYours() ? 2 : 1;
  if (game.places.length <= back) return;
  game.places.length -= back;
  goOn();
}

function hint() {
  const [a, b] = game.places.at(-1) ?? [0, 0];
  const move = position(a, b, game.rule).moves[0];
  plain("play-text").textContent = move
    ? t("This wins: {move}.", { move: moveText([a, b], move) })
    : t("This position is cold: no move wins against an opponent without mistakes.");
}

// ---- A formula

/** @type {Worker | undefined} */ let counter;
/** Wrong differences in each step of the count. @type {{ from: number, to: number, found: number }[]} */
let steps = [];

function showFormula() {
  const [shape, type, rounding] = ["shape", "type", "rounding"].map((id) => choice(id).value);
  const [places, limit] = [numberIn("places", 2), numberIn("limit", 18)];
  choice("type").disabled = shape === "integers";
  field("places").disabled = choice("rounding").disabled = shape === "sqrt";
  counter?.terminate();
  steps = [];
  const isWhole = limit !== "" && Number(limit) <= 1e9;
  plain("failures").hidden = true;
  element("formula-progress", HTMLProgressElement).hidden = !isWhole;
  showWrong([]);
  plain("formula-text").textContent = plain("source").textContent = "";
  if (!places || !limit) return;
  address(`formula/${shape}/${type.replace(" ", "-")}/${places}/${rounding}/${limit}`);
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
    plain("formula-text").textContent = !message.done
      ? t("{wrong} of {tried} differences are wrong so far; {all} are possible.", values)
      : wrong ? t("Wrong at {wrong} of {all} differences.", values) : t("Right at all {all} differences.", values);
    element("formula-progress", HTMLProgressElement).hidden = Boolean(message.done);
    if (message.done && wrong) drawHistogram(all);
  });
}

/** @param {string[]} rows */ function showWrong(rows) {
  plain("wrong").hidden = rows.length === 0;
  const cells = rows.map((row) => row.split(" "));
  plain("first-wrong").textContent = cells[0] ? `${cells[0][0]} ${cells[0][1]}` : "";
  fillRows("wrong-rows", cells.map(([a, b, said]) => [BigInt(b) - BigInt(a), a, b, ...(said === "cold" ? [t("cold"), t("hot")] : [t("hot"), t("cold")])]));
}

/** @param {string} id @param {unknown[][]} rows */ function fillRows(id, rows) {
  element(id, HTMLTableSectionElement).replaceChildren(...rows.map((cells) => {
    const row = document.createElement("tr");
    for (const cell of cells) row.insertCell().textContent = String(cell);
    return row;
  }));
}

/** The share of wrong differences, from the smallest to the largest ones. @param {number} all */
function drawHistogram(all) {
  plain("failures").hidden = false;
  const { context, width, height } = drawingOn("histogram");
  context.fillStyle = colour("panel");
  context.fillRect(0, 0, width, height);
  const most = Math.max(...steps.map((step) => step.found / Math.max(1, step.to - step.from)), 1e-12);
  context.fillStyle = colour("hot");
  for (const step of steps.filter((step) => step.found)) {
    const part = Math.max(0.04, step.found / (step.to - step.from) / most);
    context.fillRect((step.from / all) * width, height * (1 - part), Math.max(2, ((step.to - step.from) / all) * width), height * part);
  }
  plain("histogram-text").textContent = t("From difference 0 on the left to {last} on the right. A bar is the share of wrong differences; the highest one is {share} %.", { last: (all - 1).toLocaleString(lang), share: (100 * most).toPrecision(3) });
}

// ---- A file

/** @type {Worker | undefined} */ let solver;
let downloadUrl = "";

/** Removes what an earlier input was answered with. */
function clearAnswers() {
  solver?.terminate();
  URL.revokeObjectURL(downloadUrl);
  plain("file-text").textContent = plain("file-fault").textContent = "";
  for (const id of ["file-progress", "cancel", "download", "preview"]) plain(id).hidden = true;
}

/** @param {Blob} file @param {string} name */ function solveFile(file, name) {
  clearAnswers();
  const progress = element("file-progress", HTMLProgressElement);
  const link = element("download", HTMLAnchorElement);
  progress.value = 0;
  progress.hidden = button("cancel").hidden = false;
  plain("file-text").textContent = t("Reading {name} …", { name });
  /** @type {Blob[]} */ const answers = [];
  const start = performance.now();
  const problem = choice("file-problem").value;
  solver = work({ file, problem }, async ({ progress: read, answers: part, fault, done }) => {
    if (read !== undefined) progress.value = read;
    if (part) answers.push(part);
    if (fault === undefined && !done) return;
    const all = new Blob(answers, { type: "text/plain" });
    if (done) {
      const [hot, cold] = done.map((/** @type {number} */ n) => n.toLocaleString(lang));
      const seconds = ((performance.now() - start) / 1000).toPrecision(2);
      const text = t("{hot} hot, {cold} cold, in {seconds} s.", { hot, cold, seconds });
      const isOne = problem === "one" || problems.some((row) => row[0] === problem && row[5] === "true");
      const tokens = isOne ? (await file.slice(0, 5000).text()).trim().split(/\s+/) : [];
      const rest = tokens.length > 2 ? t("Only the first position was answered: an input of this problem is a single position.") : "";
      plain("file-text").textContent = `${text} ${rest}`.trim();
    } else {
      // The words of the library are English.
      const [, line, column] = /^file:(\d+):(\d+): /.exec(fault) ?? [];
      plain("file-fault").textContent = (lang === "zh" && line ? t("Line {line}, column {column}. In English:", { line, column }) : "") + fault;
      plain("file-text").textContent = all.size ? t("Answered up to the first fault:") : "";
    }
    progress.hidden = button("cancel").hidden = true;
    link.href = downloadUrl = URL.createObjectURL(all);
    plain("preview").textContent = (await all.slice(0, 2000).text()) + (all.size > 2000 ? "…" : "");
    link.hidden = plain("preview").hidden = all.size === 0;
  });
}

const showFile = () => address(["file", choice("file-problem").value].filter(Boolean).join("/"));

// ---- A program

/** The judges' problems: see `profiles` in src/lib.rs. @type {string[][]} */
let problems = [];

function fillProblems() {
  problems = engine.ask("profiles", lang).trim().split("\n").map((line) => line.split("\t"));
  const options = () => problems.map(([name, title]) => new Option(`${name} · ${title}`, name));
  const [file, problem] = [choice("file-problem"), choice("problem")], chosen = [file.value, problem.value];
  file.length = 5; // The framings stay.
  file.append(...options());
  problem.replaceChildren(...options());
  [file.value, problem.value] = [chosen[0], chosen[1] || problems[0][0]];
  const limits = problems.filter((row) => row[4] === "true" && row[3].length <= 19);
  plain("limits").replaceChildren(...limits.map(([name, , , max]) => new Option(name, max)));
}

function showProgram() {
  const [name, ending] = [choice("problem").value, choice("language").value];
  address(`program/${name}/${ending}`);
  plain("asks").textContent = problems.find((row) => row[0] === name)?.[2] ?? "";
  plain("code").textContent = engine.ask("submission", name, ending);
}

/** Makes the file behind a link when it is used: an input with hard positions, or its right answers. @param {string} id */
function makeHard(id) {
  const link = element(id, HTMLAnchorElement), name = choice("problem").value;
  const [input, answers] = engine.ask("hard", name, 10_000, 1).split("\n\n");
  URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([id === "hard" ? `${input}\n` : answers], { type: "text/plain" }));
  link.download = `${name}.${id === "hard" ? "in" : "out"}`;
}

// ---- The story

function showWhy() {
  address("why");
  fillRows("pairs-rows", coldPairs("normal", 40).slice(0, 13).map(([a, b]) => [b - a, a, b]));
}

// ---- Addresses

/** Shows what the address names. What is wrong in it is said, and not repaired. */
function route() {
  const hash = location.hash.replace(/%2[cf]|%3d/gi, decodeURIComponent);
  const parts = hash.slice(1).split("/");
  if (parts[0] === "en" || parts[0] === "zh") shown.lang = parts.shift() ?? "";
  speak(shown.lang || (navigator.language.startsWith("zh") ? "zh" : "en"));
  const [first = "", ...rest] = parts;
  const view = VIEWS.includes(first) ? first : "position";
  for (const name of VIEWS) {
    plain(name).hidden = name !== view;
    plain(`nav-${name}`).setAttribute("aria-current", name === view ? "page" : "false");
  }
  if (view !== "board") pauseSieve();
  shown.fault = "";
  shown.view = "";
  if (view === "position") {
    const [a, b = "", rule = "normal", ...more] = (first || "5,8").split(",");
    [field("a").value, field("b").value] = [a, b];
    chooseRule("rule", rule);
    rest.unshift(...more);
    showPosition();
  } else if (view === "board") {
    openBoard(rest.splice(0));
  } else if (view === "formula") {
    const [shape, type, places, rounding, limit] = rest.splice(0, 5);
    set("shape", shape);
    set("type", type?.replace("-", " "));
    set("rounding", rounding);
    if (places !== undefined) field("places").value = places;
    if (limit !== undefined) field("limit").value = limit;
    showFormula();
  } else if (view === "file") {
    set("file-problem", rest.shift());
    showFile();
  } else if (view === "program") {
    const [problem, language] = rest.splice(0, 2);
    set("problem", problem);
    set("language", language);
    showProgram();
  } else showWhy();
  if (rest.length) shown.fault ||= t("The address is wrong: “{part}” means nothing here.", { part: rest[0] });
  if (shown.fault) history.replaceState(null, "", hash);
  plain("address-fault").textContent = shown.fault;
}

/** Notes that a part of the address is wrong. @param {string} name What it should be. @param {string} part */
function wrong(name, part) {
  shown.fault ||= t("The address is wrong: “{name}” can't be “{part}”.", { name, part });
}

/** Chooses what a part of the address says. @param {string} id @param {string | undefined} value */
function set(id, value = choice(id).value) {
  const select = choice(id);
  if ([...select.options].some((option) => option.value === value)) select.value = value;
  else wrong(select.labels?.[0]?.firstElementChild?.textContent ?? "", value);
}

/** Shows the board of an address; without a square, as it was. @param {string[]} parts */
function openBoard([square, rule = "normal", layer = "moves", begins, ...places]) {
  if (!square) return showBoard();
  endGame("");
  const [a, b, side = SIDE] = square.split(",").map(Number);
  const isSquare = /^\d{1,15},\d{1,15}(,\d\d?)?$/.test(square) && side >= 6 && side <= 60;
  if (isSquare) [board.side, board.a, board.b] = [side, a, b];
  else wrong(t("Square"), square);
  chooseRule("board-rule", rule);
  const [name, step] = layer.split(",");
  set("layer", name);
  sieve.step = Number(step ?? 1) || 0;
  choose(board.a, board.b);
  if (step !== undefined && (name !== "sieve" || step !== String(sieve.step))) wrong(t("Step"), step);
  if (begins === undefined) return;
  set("begins", begins);
  const piles = places.map((place) => (/^\d{1,15},\d{1,15}$/.test(place) ? place.split(",").map(Number) : []));
  if (!piles[0]?.[0] && !piles[0]?.[1]) return wrong(t("Start"), places[0] ?? "");
  const end = piles.findIndex((to, i) => i > 0 && !(to.length && isMove(piles[i - 1], to, rule)));
  if (end > 0) return wrong(t("Move"), `${places[end - 1]}/${places[end]}`);
  playOn(piles);
  // Unless the opponent moved, another square may be chosen.
  if (isSquare && game.places.length === places.length) choose(a, b);
}

/** Writes the page in a language. @param {string} language */
function speak(language) {
  if (language === lang) return;
  lang = language;
  if (lang === "zh" && chinese.size === 0) {
    const lines = engine.ask("texts").split("\n");
    for (let i = 0; i + 1 < lines.length; i += 2) chinese.set(lines[i], lines[i + 1]);
  }
  translate();
  fillProblems();
}

function listen() {
  addEventListener("hashchange", route);
  for (const language of ["en", "zh"]) {
    button(`lang-${language}`).onclick = () => {
      history.replaceState(null, "", `#${language}/${location.hash.slice(1).replace(/^(en|zh)(\/|$)/, "")}`);
      route();
    };
  }
  for (const form of document.querySelectorAll("form")) form.onsubmit = () => false;
  for (const id of ["a", "b", "rule", "rule-r"]) plain(id).oninput = showPosition;
  for (const id of ["shape", "type", "places", "rounding", "limit"]) plain(id).oninput = showFormula;
  for (const id of ["board-rule", "board-rule-r", "layer", "reveal"]) plain(id).oninput = () => showBoard();
  button("zoom-in").onclick = () => zoom(Math.round(board.side / 1.4));
  button("zoom-out").onclick = () => zoom(Math.round(board.side * 1.4));
  button("home").onclick = () => choose(0, 0);
  button("sieve-back").onclick = () => showSieve(sieve.step - 1);
  button("sieve-next").onclick = () => showSieve(sieve.step + 1);
  button("sieve-play").onclick = playSieve;
  button("hint").onclick = hint;
  button("undo").onclick = undo;
  plain("board-rule").onchange = plain("board-rule-r").onchange = () => {
    if (!game.places.length) return;
    endGame(t("The rule has changed: start a new game."));
    showBoard();
  };
  plain("start-form").addEventListener("submit", startGame);
  plain("take-form").addEventListener("submit", take);
  listenToBoard();
  copies("copy-wrong", "first-wrong");
  copies("copy-program", "code");
  choice("problem").oninput = choice("language").oninput = showProgram;
  for (const id of ["hard", "hard-answers"]) plain(id).onclick = () => makeHard(id);
  choice("file-problem").oninput = () => {
    clearAnswers();
    if (problems.some((row) => row[0] === choice("file-problem").value)) choice("problem").value = choice("file-problem").value;
    showFile();
  };
  const open = (/** @type {File | undefined} */ file) => { if (file) solveFile(file, file.name); };
  field("chosen").onchange = () => open(field("chosen").files?.[0]);
  const pasted = element("pairs", HTMLTextAreaElement);
  pasted.oninput = clearAnswers;
  button("solve").onclick = () => solveFile(new Blob([pasted.value]), t("the text above"));
  button("cancel").onclick = () => {
    clearAnswers();
    plain("file-text").textContent = t("Cancelled.");
  };
  plain("file").ondragover = (event) => event.preventDefault();
  plain("file").ondrop = (event) => {
    event.preventDefault();
    open(event.dataTransfer?.files[0]);
  };
  addEventListener("resize", () => { if (!plain("board").hidden) showBoard(); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", route);
}

function listenToBoard() {
  const canvas = element("squares", HTMLCanvasElement);
  /** @type {{ x: number, y: number, left: number, bottom: number } | undefined} */ let drag;
  let isDragged = false;
  const square = () => (canvas.clientWidth - 40) / board.side;
  const under = (/** @type {PointerEvent} */ event) => {
    const a = board.x + Math.floor((event.offsetX - 34) / square());
    const b = board.y + Math.floor((canvas.clientHeight - 34 - event.offsetY) / square());
    return isOnBoard(a, b) ? [a, b] : undefined;
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
      [board.x, board.y] = [drag.left + right, drag.bottom + up].map((n) => Math.min(MAX_ON_BOARD, Math.max(0, n)));
      return showBoard();
    }
    const at = under(event);
    // While a game is on, the queen stays until the user moves it.
    if (at && !game.places.length && event.pointerType === "mouse" && (at[0] !== board.a || at[1] !== board.b)) {
      [board.a, board.b] = at;
      showBoard(true);
    }
  };
  canvas.onpointercancel = () => { drag = undefined; };
  canvas.onpointerup = (event) => {
    drag = undefined;
    const at = under(event);
    if (!at || isDragged) return;
    if (game.places.length && isYours()) moveTo(at, true);
    else choose(at[0], at[1]);
  };
  canvas.onkeydown = (event) => {
    const arrows = new Map([["ArrowLeft", [-1, 0]], ["ArrowRight", [1, 0]], ["ArrowUp", [0, 1]], ["ArrowDown", [0, -1]]]);
    const step = arrows.get(event.key), far = event.shiftKey ? 10 : 1;
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
    route();
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
  } catch (error) {
    const fatal = plain("fatal");
    fatal.hidden = false;
    fatal.textContent = `This page needs a newer browser: ${error}`;
  }
})();
