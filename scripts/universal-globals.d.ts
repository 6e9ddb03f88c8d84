// Globals that the pure packages may use: they exist in every browser and in Node, and do no I/O.
declare class URL {
  static canParse(url: string): boolean;
  constructor(url: string);
  readonly href: string;
  readonly pathname: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
}
declare class TextDecoder {
  constructor(encoding: string, options?: { fatal: boolean });
  decode(bytes: Uint8Array): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
