// The globals that the pure packages may use: they exist in every browser and in Node, and do no I/O.
declare const URL: { canParse(url: string): boolean };
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
