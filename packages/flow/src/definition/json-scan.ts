/** A correction: every unit of a text from `from` to before `to` is replaced by `by`; line ends stay. */
export type Edit = {
  code: 'text_outside' | 'fence' | 'invisible' | 'quote' | 'comment' | 'trailing_comma';
  from: number;
  to: number;
  by: ' ' | '"';
};

/** White space, control characters and invisible marks. */
export const blank = /[\p{Z}\p{Cf}\p{Cc}]/u;
/** Quotation marks that people and programs write for the straight double one, and for the single one. */
const [doubles, singles] = ['"“”„‟«»＂″〝〞〟❝❞', "'‘’‚‛‹›"];

/** A bracket with which a document begins. Prose has brackets too: here a member follows, or in a list another bracket. */
export const beginning = `\\{(?=[\\p{Z}\\p{Cf}\\p{Cc}]*(?:[${doubles}${singles}]|/[/*]))|\\[(?=[\\p{Z}\\p{Cf}\\p{Cc}]*[{[])`;
/** A member's name and its colon; a name contains no quotation marks. */
const name = new RegExp(
  `[${doubles}${singles}][^${doubles}${singles}\n]{1,100}[${doubles}${singles}][\\p{Z}\\t]{0,100}:`,
  'uy',
);

/** Whether a character is one of these quotation marks. */
export const isQuote = (char: string): boolean => doubles.includes(char) || singles.includes(char);

/**
 * Reads a JSON document with its defects from an opening bracket to the one that closes it, or to the end of the text. `edits` correct the
 * defects that have one possible correction, without moving anything.
 */
export class JsonScan {
  readonly edits: Edit[] = [];
  readonly end: number;
  readonly #text: string;
  readonly #open: string[] = [];
  #at: number;
  /** The last comma, while nothing but white space and comments follows it. */
  #comma: number | undefined;
  #isName = false;
  readonly #endless: Set<string>;

  /** `endless` is shared by the scans of one text: the kinds of strings of which no end was found up to the end of the text. */
  constructor(text: string, start: number, endless: Set<string>) {
    this.#text = text;
    this.#at = start;
    this.#endless = endless;
    do this.#next();
    while (this.#open.length > 0 && this.#at < text.length);
    this.end = Math.min(this.#at, text.length);
    this.edits.sort((one, other) => one.from - other.from);
  }

  #next(): void {
    const char = this.#text[this.#at]!;
    const comment = this.#commentEnd();
    if (' \t\n\r'.includes(char)) this.#at++;
    else if (blank.test(char)) this.#correct('invisible', this.#at + 1);
    else if (comment !== undefined) this.#correct('comment', comment);
    else if (isQuote(char)) this.#string(char);
    else this.#sign(char);
  }

  #correct(code: Edit['code'], to: number): void {
    this.edits.push({ code, from: this.#at, to, by: ' ' });
    this.#at = to;
  }

  #commentEnd(): number | undefined {
    const isBlock = this.#text.startsWith('/*', this.#at);
    if (!isBlock && !this.#text.startsWith('//', this.#at) && this.#text[this.#at] !== '#') return undefined;
    const end = this.#text.indexOf(isBlock ? '*/' : '\n', this.#at);
    return end === -1 ? this.#text.length : end + (isBlock ? 2 : 0);
  }

  #sign(char: string): void {
    if (char === '{' || char === '[') this.#open.push(char);
    if (char === '}' || char === ']') {
      if (this.#comma !== undefined) {
        this.edits.push({ code: 'trailing_comma', from: this.#comma, to: this.#comma + 1, by: ' ' });
      }
      this.#open.pop();
    }
    if (char === '{' || char === ',') this.#isName = this.#isInObject;
    if (char === '[' || char === ':') this.#isName = false;
    this.#comma = char === ',' ? this.#at : undefined;
    this.#at++;
  }

  get #isInObject(): boolean {
    return this.#open.at(-1) === '{';
  }

  #string(opening: string): void {
    const start = this.#at;
    const ordinary = opening === '"' ? this.#closing(start, (char) => char === '"') : undefined;
    // A straight opening mark may have a curly closing one: then what follows the next straight mark is not JSON.
    const end = ordinary !== undefined && this.#isEnd(ordinary) ? ordinary : (this.#crooked(start) ?? ordinary);
    for (const at of [start, end]) if (at !== undefined) this.#straighten(at);
    for (let at = start + 1; at < (end ?? 0); at++) {
      // `\”` is how a word processor changes `\"`.
      if (this.#text[at] === '\\' && doubles.includes(this.#text[++at] ?? ' ')) this.#straighten(at);
    }
    this.#comma = undefined;
    this.#at = (end ?? this.#text.length) + 1;
  }

  /** The mark of the same family that closes a string, by what follows it. */
  #crooked(start: number): number | undefined {
    const family = doubles.includes(this.#text[start]!) ? doubles : singles;
    const kind = `${family} ${this.#isName} ${this.#isInObject}`;
    if (this.#endless.has(kind)) return undefined;
    const end = this.#closing(start, (char, at) => family.includes(char) && this.#isEnd(at));
    if (end === undefined) this.#endless.add(kind);
    return end;
  }

  #straighten(at: number): void {
    if (this.#text[at] !== '"') this.edits.push({ code: 'quote', from: at, to: at + 1, by: '"' });
  }

  /** The first unescaped character of a string that matches. */
  #closing(start: number, matches: (char: string, at: number) => boolean): number | undefined {
    for (let at = start + 1; at < this.#text.length; at++) {
      if (this.#text[at] === '\\') at++;
      else if (matches(this.#text[at]!, at)) return at;
    }
    return undefined;
  }

  /** Whether a quotation mark closes the current string: what follows is how JSON goes on. Marks inside a text are followed by words. */
  #isEnd(at: number): boolean {
    const next = this.#skipBlanks(at + 1);
    const char = this.#text[next];
    if (this.#isName) return char === ':';
    const closing = this.#isInObject ? '}' : ']';
    if (char === undefined || char === closing || this.#isComment(next)) return true;
    if (char !== ',') return false;
    const member = this.#skipBlanks(next + 1);
    const first = this.#text[member];
    if (first === undefined || first === closing || this.#isComment(member)) return true;
    if (!this.#isInObject) return isQuote(first) || /[[{\-\dtfn]/.test(first);
    name.lastIndex = member;
    return name.test(this.#text);
  }

  #isComment(at: number): boolean {
    return this.#text.startsWith('//', at) || this.#text.startsWith('/*', at);
  }

  #skipBlanks(from: number): number {
    let at = from;
    while (at < this.#text.length && blank.test(this.#text[at]!)) at++;
    return at;
  }
}
