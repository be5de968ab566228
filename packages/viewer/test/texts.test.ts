import { expect } from "chai";
import { SnapshotReader, SnapshotStore, TextReader, TextStore } from "@passwright/viewer";

describe("texts of a recording", () => {
  it("store a changed text as its difference, and read it back", () => {
    const store = new TextStore();
    const long = Array.from({ length: 50 }, (_, index) => `line ${index}\n`).join("");
    const changed = long.replace("line 7\n", "seven\nand a half\n").replace("line 40\n", "");
    const [first, second] = [store.add(long, "f"), store.add(changed, "f")];
    expect(store.texts[second]).to.deep.equal({
      base: first,
      edits: [
        [7, 1, "seven\n", "and a half\n"],
        [40, 1],
      ],
    });
    expect(new TextReader(store.texts).text(second)).to.equal(changed);
  });

  it("store each text once", () => {
    const store = new TextStore();
    expect([store.add("a\n", "f"), store.add("b\n", "f"), store.add("a\n", "f")]).to.deep.equal([0, 1, 0]);
  });

  it("are the same for any pair of texts", () => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
    const text = (): string =>
      Array.from({ length: random(12) }, () => `${"ab "[random(3)]}${random(4) === 0 ? "" : "\n"}`).join("");
    for (let round = 0; round < 300; round++) {
      const store = new TextStore();
      const texts = Array.from({ length: 4 }, text);
      const indices = texts.map((one) => store.add(one, "f"));
      const reader = new TextReader(JSON.parse(JSON.stringify(store.texts)) as typeof store.texts);
      expect(indices.map((index) => reader.text(index))).to.deep.equal(texts);
    }
  });
});

describe("snapshots of a recording", () => {
  it("store a changed list as its difference, and read it back", () => {
    const store = new SnapshotStore();
    const first = Array.from({ length: 20 }, (_, index) => index);
    const second = first.with(3, 30).with(4, 31);
    const third = second.toSpliced(10, 2);
    const indices = [store.add("a", first), store.add("a", second), store.add("b", third), store.add("a", first)];
    expect(indices).to.deep.equal([0, 1, 2, 0]);
    expect(store.snapshots.slice(1)).to.deep.equal([
      { ir: "a", base: 0, edits: [[3, 2, 30, 31]] },
      { ir: "b", base: 1, edits: [[10, 2]] },
    ]);
    const reader = new SnapshotReader(store.snapshots);
    expect([2, 1, 0].map((index) => reader.chunks(index))).to.deep.equal([third, second, first]);
    expect(reader.ir(2)).to.equal("b");
  });
});
