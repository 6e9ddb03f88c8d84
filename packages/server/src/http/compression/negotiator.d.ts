// The parts of the package that are used. It has no types, and those published for it lack the second argument.
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, unknown>> });
    /** What the client accepts of `available`, best first; `preferred` decides between equal qualities. */
    encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
  }
}
