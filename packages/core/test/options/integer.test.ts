import { int } from "@passwright/core";
import { expect } from "chai";

describe("integers", () => {
  it("are read as LLVM reads them", () => {
    const spec = int(0, "");
    const texts = "0 7 -7 0x1F 0XaB -0x10 0b101 0B1 0o17 017 00 -010 2147483647 -2147483648".split(" ");
    const read = texts.map((text) => {
      const value = spec.parse(text);
      return value.ok ? value.value : value.message;
    });
    expect(read.join(" ")).to.equal("0 7 -7 31 171 -16 5 1 15 15 0 -8 2147483647 -2147483648");
  });

  it("are refused in LLVM's words", () => {
    const wrong = ["", "+1", "09", "0O17", "0x", "1.0", "1 ", "2147483648", "--1", "a"];
    const messages = wrong.map((text) => {
      const value = int(0, "").parse(text);
      return value.ok ? value.value : value.message;
    });
    expect(messages.join("\n")).to.equal(
      wrong.map((text) => `'${text}' value invalid for integer argument!`).join("\n"),
    );
  });
});
