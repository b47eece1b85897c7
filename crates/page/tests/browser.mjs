// Tries the page in a browser as a user does, and compares it with the program.
//
// Usage: node browser.mjs PAGE PROGRAM BROWSER (chrome, firefox) EXECUTABLE FOLDER (for screenshots)
import puppeteer from "puppeteer-core";
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [file, program, browserName, executablePath, shots] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "wythoff-page-"));
mkdirSync(shots, { recursive: true });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const run = (...args) => execFileSync(program, args, { maxBuffer: 1 << 28 }).toString();

const browser = await puppeteer.launch({
  browser: browserName,
  executablePath,
  // Root may not use the sandbox of Chromium.
  args: browserName === "chrome" && process.getuid() === 0 ? ["--no-sandbox"] : [],
});
const page = await browser.newPage();
await page.setViewport({ width: 1000, height: 1400 });
const faults = [];
page.on("console", (message) => faults.push(`console: ${message.text()}`));
page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
page.on("request", (request) => {
  if (!/^(file|blob|data):/.test(request.url())) faults.push(`request: ${request.url()}`);
});
const open = async (hash) => {
  // A new document, so that nothing is left of the state before.
  await page.goto("about:blank");
  await page.goto(`file://${file}${hash}`);
  await page.waitForSelector("html[data-ready]");
};
const text = (id) => page.$eval(`#${id}`, (node) => node.textContent.trim());
const hash = () => page.evaluate(() => location.hash);
const type = async (id, value) => {
  await page.$eval(`#${id}`, (node) => { node.value = ""; });
  await page.type(`#${id}`, value);
};
const until = (id, pattern) =>
  page.waitForFunction((id, source) => new RegExp(source).test(document.getElementById(id).textContent), { timeout: 120_000 }, id, pattern.source);
// A test that fails says what it was.
const test = async (name, body) => {
  try {
    await body();
    console.log(`ok   ${browserName}: ${name}`);
  } catch (error) {
    console.log(`FAIL ${browserName}: ${name}`);
    throw error;
  }
};

try {
  await test("a position has its outcome, its moves and the explanation of the program, in both languages", async () => {
    await open("");
    console.log(`     first answer after ${await page.evaluate(() => document.documentElement.dataset.ready)} ms`);
    assert.equal(await hash(), "#5,8");
    const long = "9".repeat(1000);
    for (const [a, b, rule] of [["8", "5", "normal"], ["165580140", "267914295", "normal"], ["3", "3", "misere"], ["0", "0", "normal"], ["4", "9", "r=2"], [long, "7", "normal"]]) {
      await open(`#${a},${b}${rule === "normal" ? "" : `,${rule}`}`);
      for (const lang of ["en", "zh"]) {
        await page.click(`#lang-${lang}`);
        assert.equal(await page.$eval("#explanation", (node) => node.textContent), run("explain", a, b, "--rule", rule, "--lang", lang));
        const isCold = execFileSync(program, ["solve", "--rule", rule], { input: `${a} ${b}\n` }).toString() === "0\n";
        assert.equal(await page.$eval("#verdict", (node) => node.className), isCold ? "cold" : "hot");
      }
    }
  });

  await test("wrong input is named beside its field", async () => {
    await open("#5,8");
    await type("a", "12x");
    assert.match(await text("a-fault"), /^First pile: character 3 is “x”/);
    assert.equal(await page.$eval("#a", (node) => node.getAttribute("aria-invalid")), "true");
    await type("a", "1".repeat(1001));
    assert.match(await text("a-fault"), /1001 digits are too many/);
    await type("a", "007");
    assert.equal(await text("a-fault"), "");
    assert.equal(await hash(), "#7,8");
  });

  await test("a link of a move leads to its position", async () => {
    await open("#5,7");
    assert.deepEqual(await page.$$eval("#moves a", (links) => links.map((link) => link.hash)), ["#3,5", "#5,3", "#4,7"]);
    await open("#8,5");
    await page.click("#moves li:first-child a");
    await page.waitForFunction(() => location.hash === "#7,4");
    await until("verdict", /^Cold/);
  });

  await test("the board is used by keys and by the pointer", async () => {
    await open("#board/3,4/normal/moves");
    await page.focus("#squares");
    await page.keyboard.press("ArrowUp");
    assert.equal(await hash(), "#board/3,5/normal/moves");
    assert.match(await text("square-text"), /^\(3, 5\) is cold\.$/);
    await page.keyboard.press("ArrowRight");
    assert.equal(await text("square-text"), "(4, 5) is hot. Moves that win: take 3 from both piles: (1, 2); take 1 from the first pile: (3, 5).");
    const box = await (await page.$("#squares")).boundingBox();
    const side = (box.width - 40) / 21;
    await page.mouse.click(box.x + 34 + 2.5 * side, box.y + box.height - 34 - 1.5 * side);
    assert.equal(await hash(), "#board/2,1/normal/moves");
    for (const layer of ["lines", "grundy", "sieve"]) {
      await page.select("#layer", layer);
      assert.equal(await hash(), `#board/2,1/normal/${layer === "sieve" ? "sieve,1" : layer}`);
    }
    await page.click("#sieve-next");
    assert.match(await text("sieve-text"), /^Step 2: \(1, 2\)\./);
    await page.click("#sieve-back");
    assert.match(await text("sieve-text"), /^Step 1: \(0, 0\)\./);
    await page.click("#sieve-play");
    await until("sieve-text", /^Step 4: \(4, 7\)/);
    await page.click("#sieve-play");
    await page.click("#zoom-out");
    await page.mouse.move(box.x + 300, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 100, box.y + 300, { steps: 4 });
    await page.mouse.up();
  });

  await test("an address restores the state", async () => {
    // A game, in the middle and at its end.
    await open("#board/0,0/misere/moves");
    await page.select("#begins", "opponent");
    await page.click("#start");
    await type("take-a", "1");
    await page.click("#take");
    const game = await hash();
    assert.match(game, /^#board\/(\d+,\d+)\/misere\/moves\/opponent\/7,11\/\d+,\d+\/\d+,\d+\/\1$/);
    const seen = () => page.$$eval("#piles, #history li, #play-text, #square-text", (nodes) => nodes.map((node) => node.textContent));
    const before = await seen();
    await open(game);
    assert.deepEqual(await seen(), before);
    await page.click("#undo");
    assert.equal(await page.$$eval("#history li", (rows) => rows.length), 1);
    await open("#board/0,0/normal/moves/you/1,2/1,0");
    assert.equal(await text("play-text"), "No object is left: the opponent wins.");
    assert.equal(await hash(), "#board/0,0/normal/moves/you/1,2/1,0/0,0");
    // A step of the sieve, a part of another size, a large r.
    await open("#board/2,1,34/r=7/sieve,3");
    assert.match(await text("sieve-text"), /^Step 3: \(2, 16\)/);
    assert.equal(await hash(), "#board/2,1,34/r=7/sieve,3");
    await page.click("#sieve-next");
    assert.equal(await hash(), "#board/2,1,34/r=7/sieve,4");
    await type("board-rule-r", "9");
    assert.equal(await hash(), "#board/2,1,34/r=9/sieve,4");
    // The language that was chosen.
    await open("#5,8");
    await page.click("#lang-zh");
    assert.equal(await hash(), "#zh/5,8");
    await open("#zh/4,7,r=3");
    assert.equal(await page.$eval("h1", (node) => node.textContent), "威佐夫博弈");
    await page.click("#nav-file");
    await page.waitForFunction(() => location.hash === "#zh/file");
    await page.click("#lang-en");
    assert.equal(await hash(), "#en/file");
  });

  await test("an address that is wrong is named, and stays", async () => {
    const wrong = [
      ["#5,8,r=0", "address", /“Rule” can't be “r=0”/],
      ["#5,8,misere,3", "address", /“3” means nothing/],
      ["#5", "b", /^Second pile: a number is missing/],
      ["#bord/5,8", "a", /^First pile: character 1 is “b”/],
      ["#board/5,x", "address", /“Square” can't be “5,x”/],
      ["#board/5,8,99", "address", /“Square” can't be “5,8,99”/],
      ["#board/5,8/normal/foo", "address", /“Layer” can't be “foo”/],
      ["#board/5,8/normal/sieve,99", "address", /“Step” can't be “99”/],
      ["#board/5,8/normal/moves/me/5,8", "address", /“Who begins” can't be “me”/],
      ["#board/5,8/normal/moves/you/0,0", "address", /“Start” can't be “0,0”/],
      ["#board/5,8/normal/moves/you/7,11/6,9", "address", /“Move” can't be “7,11\/6,9”/],
      ["#board/5,8/r=2/moves/you/7,11/6,8", "address", /“Move” can't be “7,11\/6,8”/],
      ["#formula/foo", "address", /“Formula” can't be “foo”/],
      ["#formula/sqrt/double/41", "places", /at most 40/],
      ["#formula/sqrt/double/6/cut/1e9", "limit", /character 2 is “e”/],
      ["#file/poj9", "address", /“Problem” can't be “poj9”/],
      ["#program/poj1067/cob", "address", /“Language” can't be “cob”/],
      ["#why/5", "address", /“5” means nothing/],
    ];
    for (const [address, id, pattern] of wrong) {
      await open(address);
      assert.match(await text(`${id}-fault`), pattern, address);
      assert.equal(await hash(), address);
    }
    // It goes with the next change.
    await open("#board/5,8/normal/foo");
    await page.focus("#squares");
    await page.keyboard.press("ArrowUp");
    assert.equal(await hash(), "#board/5,9/normal/moves");
    assert.equal(await text("address-fault"), "");
  });

  await test("the opponent wins whenever it can, under each rule", async () => {
    for (const [rule, a, b, begins] of [["normal", 8, 13, "you"], ["misere", 6, 9, "opponent"], ["r=2", 5, 7, "opponent"]]) {
      await open(`#board/0,0/${rule}/moves`);
      await type("play-a", String(a));
      await type("play-b", String(b));
      await page.select("#begins", begins);
      await page.click("#start");
      for (let turn = 0; turn < 40 && !/No object/.test(await text("play-text")); turn++) {
        const [x, y] = (await hash()).split("/")[1].split(",").map(Number);
        const take = x > 0 ? ["1", "0"] : y > 0 ? ["0", "1"] : null;
        if (!take) break;
        await type("take-a", take[0]);
        await type("take-b", take[1]);
        await page.click("#take");
      }
      assert.equal(await text("play-text"), "No object is left: the opponent wins.");
    }
    await open("#board/0,0/normal/moves");
    await page.click("#start");
    await page.click("#hint");
    assert.equal(await text("play-text"), "This wins: take 1 from both piles: (6, 10).");
    await type("take-a", "1");
    await page.click("#take");
    assert.equal(await page.$$eval("#history li", (rows) => rows.length), 2);
    await page.click("#undo");
    assert.equal(await page.$$eval("#history li", (rows) => rows.length), 0);
    await type("take-a", "1");
    await type("take-b", "2");
    await page.click("#take");
    assert.match(await text("play-text"), /^That is no move/);
    // More than a pile has.
    await type("take-a", "8");
    await type("take-b", "8");
    await page.click("#take");
    assert.match(await text("play-text"), /^That is no move/);
    await page.click("#lang-zh");
    assert.equal(await text("play-text"), "轮到你。");
    await page.click("#lang-en");
    await page.select("#board-rule", "misere");
    assert.equal(await text("play-text"), "The rule has changed: start a new game.");
  });

  await test("a formula has the right number of wrong differences", async () => {
    await open("#formula/sqrt/double/6/cut/1000000000");
    await until("formula-text", /^Wrong at 14 of 381,966,012 differences/);
    assert.equal(await text("first-wrong"), "165580140 267914295");
    // lint says the same of programs with the formulas.
    for (const [type, verdict] of [["double", 1], ["long double", 0]]) {
      await open(`#formula/sqrt/${type.replace(" ", "-")}/6/cut/1000000`);
      const source = await text("source");
      const code = `#include <stdio.h>\n#include <math.h>\nint main(void) { long long a, b; while (scanf("%lld %lld", &a, &b) == 2) { if (a > b) { long long c = a; a = b; b = c; } puts(${source} ? "0" : "1"); } }\n`;
      writeFileSync(join(folder, "f.c"), code);
      assert.equal(spawnSync(program, ["lint", "--as", "poj1067", "--", join(folder, "f.c")], { cwd: folder }).status, verdict);
    }
    await open("#formula/difference/double/3/rounded/1000000000000");
    assert.match(await text("formula-text"), /found by the search that lint uses/);
  });

  await test("a file is answered as the program does it", async () => {
    const input = join(folder, "pairs.txt");
    run("gen", "--pairs", "1000000", "--max", "1000000000000000000", "--seed", "5", "-o", input);
    const cases = join(folder, "cases.txt");
    run("gen", "--as", "luogu-p2197", "--seed", "3", "-o", cases);
    for (const [name, problem, args] of [[input, "", []], [input, "eof", ["--in", "eof"]], [cases, "luogu-p2197", ["--as", "luogu-p2197"]]]) {
      await open(problem ? `#file/${problem}` : "#file");
      await page.evaluate(() => {
        // The page may not fetch, not even its own answers, so their parts are kept as they are made.
        const original = URL.createObjectURL;
        URL.createObjectURL = (blob) => { window.made = blob; return original.call(URL, blob); };
      });
      await (await page.$("#chosen")).uploadFile(name);
      await until("file-text", /^[0-9,]+ hot, [0-9,]+ cold/);
      await page.waitForSelector("#download:not([hidden])");
      const found = await page.evaluate(() => window.made.text());
      assert.ok(found === run("solve", ...args, name), `${name} differs`);
    }
    await open("#file");
    await page.type("#pairs", "1 2\n8 4\n3 x\n5 5\n");
    await page.click("#solve");
    await until("file-fault", /./);
    const expected = spawnSync(program, ["solve"], { input: "1 2\n8 4\n3 x\n5 5\n" });
    assert.equal(await text("file-fault"), expected.stderr.toString().trim().replace("wythoff: <stdin>", "file"));
    assert.equal(await text("preview"), "0\n1");
    await open("#zh/file/one");
    await page.type("#pairs", "1 2\n8 4\n");
    await page.click("#solve");
    await until("file-text", /只回答了第一个局面/);
    await page.$eval("#pairs", (node) => { node.value = ""; });
    await page.type("#pairs", "1 x\n");
    await page.click("#solve");
    await until("file-fault", /^第 1 行第 3 列/);
  });

  await test("the story lists the cold positions", async () => {
    await open("#why");
    const rows = await page.$$eval("#pairs-rows tr", (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent).join(" ")));
    assert.deepEqual([rows.length, ...rows.slice(0, 4)], [13, "0 0 0", "1 1 2", "2 3 5", "3 4 7"]);
  });

  await test("a program and hard inputs", async () => {
    await open("#program/hdu2177/py");
    assert.equal(await page.$eval("#code", (node) => node.textContent), run("submission", "--as", "hdu2177", "--lang", "py"));
    await page.click("#copy-program");
    await until("copy-program", /^Copied$/);
    await page.select("#problem", "51nod1185");
    assert.equal(await hash(), "#program/51nod1185/py");
  });

  await test("100 000 positions", async () => {
    const input = join(folder, "many.txt");
    const parts = [["--mix", "killers", "--pairs", "20000"], ["--pairs", "70000", "--max", "18446744073709551615"], ["--pairs", "9000", "--max", `1${"0".repeat(100)}`], ["--pairs", "1000", "--max", `1${"0".repeat(999)}`]];
    const pairs = parts.map((args) => run("gen", ...args)).join("");
    writeFileSync(input, pairs);
    const expected = run("solve", input).replaceAll("\n", "");
    await open("#5,8");
    const found = await page.evaluate((pairs) => pairs.trimEnd().split("\n").map((pair) => {
      const [a, b] = pair.split(" ");
      return position(a, b, "normal").isCold ? "0" : "1";
    }).join(""), pairs);
    assert.ok(found === expected);
  });

  await test("no view has a fault of accessibility, in both languages and colour schemes", async () => {
    const views = ["#5,8", "#board/8,13/normal/sieve", "#formula/difference/float/6/cut/100000", "#file", "#program/poj1067/cpp", "#why"];
    for (const scheme of ["light", "dark"]) {
      if (browserName === "chrome") await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      for (const view of views) {
        await open(view);
        for (const lang of ["en", "zh"]) {
          await page.click(`#lang-${lang}`);
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => window.axe.run());
          assert.deepEqual(violations.map((one) => [view, lang, one.id, one.nodes[0].html]), []);
          // Nothing is wider than a telephone.
          await page.setViewport({ width: 360, height: 800 });
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view} ${lang} is too wide`);
          await page.setViewport({ width: 1000, height: 1400 });
          const name = `${view.slice(1).split(/[/,]/)[0]}-${lang}-${scheme}-${browserName}.png`;
          await page.screenshot({ path: join(shots, name), fullPage: true });
        }
      }
    }
  });

  await test("the page writes nothing to the console and asks for nothing", () => assert.deepEqual(faults, []));
} finally {
  await browser.close();
}
console.log(`\n${browserName}: all passed`);
