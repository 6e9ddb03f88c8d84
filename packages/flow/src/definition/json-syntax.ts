import type { JsonSyntaxIssue } from '../members/codes.ts';
import { blank, isQuote } from './json-scan.ts';

/** A JSON syntax error and its offset. `got`: the character or word at the offset. */
export type FoundSyntaxIssue = { issue: JsonSyntaxIssue; offset: number; got: string };

/**
 * Finds the first JSON syntax error of a text (RFC 8259); undefined for valid JSON. JSON.parse reports errors differently in every engine.
 * Uses its own stack, so that deep nesting cannot exhaust the engine's.
 */
export function findJsonSyntaxIssue(text: string): FoundSyntaxIssue | undefined {
  const scanner = new Scanner(text);
  return scanner.scan();
}

/** What a character is with which no JSON begins: left by a chat or a word processor, or just wrong. */
function unexpected(character: string): JsonSyntaxIssue {
  if (character === '`' || character === '~') return 'fence';
  if (isQuote(character)) return 'quote';
  return blank.test(character) ? 'invisible' : 'unexpected';
}

/** What is expected next: a value, the first entry of a list or object, a key, a comma or closing bracket. */
type Expected = 'value' | 'firstEntry' | 'firstKey' | 'key' | 'next';

class Scanner {
  readonly #text: string;
  readonly #open: string[] = [];
  #at = 0;
  #expected: Expected = 'value';

  constructor(text: string) {
    this.#text = text;
  }

  scan(): FoundSyntaxIssue | undefined {
    this.#skipSpace();
    if (this.#at === this.#text.length) return { issue: 'empty', offset: 0, got: '' };
    do {
      const issue = this.#step();
      if (issue) return issue;
      this.#skipSpace();
    } while (this.#open.length > 0);
    return this.#at < this.#text.length ? this.#issue('after') : undefined;
  }

  #step(): FoundSyntaxIssue | undefined {
    const character = this.#text[this.#at];
    if (character === undefined) return this.#issue('ended');
    if (character === '/' || character === '#') return this.#issue('comment');
    switch (this.#expected) {
      case 'firstEntry':
        return character === ']' ? this.#close() : this.#value(character);
      case 'firstKey':
        return character === '}' ? this.#close() : this.#key(character);
      case 'key':
        return character === '}' ? this.#issue('trailing_comma') : this.#key(character);
      case 'next':
        return this.#next(character);
      case 'value':
        return character === ']' && this.#text[this.#lastBefore()] === ','
          ? this.#issue('trailing_comma')
          : this.#value(character);
      default:
        return this.#expected satisfies never;
    }
  }

  #next(character: string): FoundSyntaxIssue | undefined {
    const open = this.#open.at(-1);
    if (character === ',') {
      this.#at++;
      this.#expected = open === '{' ? 'key' : 'value';
      return undefined;
    }
    if (character === (open === '{' ? '}' : ']')) return this.#close();
    return this.#issue(/["{[\w-]/.test(character) ? 'missing_comma' : unexpected(character));
  }

  #close(): undefined {
    this.#at++;
    this.#open.pop();
    this.#expected = 'next';
  }

  #key(character: string): FoundSyntaxIssue | undefined {
    if (character !== '"') return this.#issue(/['\w$]/.test(character) ? 'unquoted' : unexpected(character));
    const issue = this.#string();
    if (issue) return issue;
    this.#skipSpace();
    if (this.#text[this.#at] !== ':') return this.#issue(this.#at < this.#text.length ? 'missing_colon' : 'ended');
    this.#at++;
    this.#expected = 'value';
    return undefined;
  }

  #value(character: string): FoundSyntaxIssue | undefined {
    if (character === '{' || character === '[') {
      this.#at++;
      this.#open.push(character);
      this.#expected = character === '{' ? 'firstKey' : 'firstEntry';
      return undefined;
    }
    this.#expected = 'next';
    if (character === '"') return this.#string();
    if (character === '-' || (character >= '0' && character <= '9')) return this.#number();
    for (const word of ['true', 'false', 'null']) {
      if (this.#text.startsWith(word, this.#at) && !/\w/.test(this.#text[this.#at + word.length] ?? '')) {
        this.#at += word.length;
        return undefined;
      }
    }
    return this.#issue(/['\w$]/.test(character) ? 'unquoted' : unexpected(character));
  }

  #number(): FoundSyntaxIssue | undefined {
    const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    number.lastIndex = this.#at;
    const end = number.test(this.#text) ? number.lastIndex : this.#at;
    if (end === this.#at || /[\w.+-]/.test(this.#text[end] ?? '')) return this.#issue('number');
    this.#at = end;
    return undefined;
  }

  #string(): FoundSyntaxIssue | undefined {
    const start = this.#at++;
    for (; this.#at < this.#text.length; this.#at++) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit === 0x22) {
        this.#at++;
        return undefined;
      }
      if (unit < 0x20) return this.#issue('control');
      if (unit !== 0x5c) continue;
      if (!/^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(this.#text.slice(this.#at, this.#at + 6)))
        return this.#issue('escape');
      this.#at++;
    }
    this.#at = start;
    return this.#issue('open_string');
  }

  #skipSpace(): void {
    while (this.#at < this.#text.length && ' \t\n\r'.includes(this.#text[this.#at]!)) this.#at++;
  }

  #lastBefore(): number {
    let at = this.#at - 1;
    while (at > 0 && ' \t\n\r'.includes(this.#text[at]!)) at--;
    return at;
  }

  #issue(issue: JsonSyntaxIssue): FoundSyntaxIssue {
    const word = /^[\w$]{1,20}/.exec(this.#text.slice(this.#at, this.#at + 20))?.[0];
    return { issue, offset: this.#at, got: word ?? this.#text.slice(this.#at, this.#at + 1) };
  }
}
