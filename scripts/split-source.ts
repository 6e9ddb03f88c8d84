/** The parts of a source file that the vocabulary applies to: identifiers, comments and test titles. Other strings are left out. */
export type SplitSource = { identifiers: string[]; comments: string[]; testTitles: string[] };

const token = new RegExp(
  [
    String.raw`(?<comment>\/\/[^\n]*|\/\*[^]*?\*\/)`,
    String.raw`(?<quoted>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")`,
    '(?<template>`)',
    String.raw`(?<name>[A-Za-z_$][\w$]*)`,
    String.raw`(?<open>\{)`,
    String.raw`(?<close>\})`,
    String.raw`(?<slash>\/)`,
    String.raw`(?<other>[^\s])`,
  ].join('|'),
  'y',
);
const regex = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
const templateText = /(?:\\[^]|\$(?!\{)|[^`\\$])*/y;
const space = /\s+/y;
const testCall = /^(?:test|it|describe)$/;

/** Splits TypeScript or TSX. Text between JSX tags counts as identifiers: it is rare here, since texts are in files of their own. */
export function splitSource(text: string): SplitSource {
  const found: SplitSource = { identifiers: [], comments: [], testTitles: [] };
  /** For each open brace: whether its closing brace continues a template literal. */
  const braces: boolean[] = [];
  let at = 0;
  let before = '';
  let isTestCall = false;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const result = pattern.exec(text);
    if (result) at = pattern.lastIndex;
    return result;
  };
  const readTemplate = (): void => {
    match(templateText);
    if (text[at] === '`') at++;
    else if (text.startsWith('${', at)) {
      at += 2;
      braces.push(true);
    }
  };
  while (at < text.length) {
    match(space);
    const { groups = {} } = match(token) ?? {};
    const [kind, value = ''] = Object.entries(groups).find(([, one]) => one !== undefined) ?? [];
    if (kind === undefined) break;
    if (kind === 'comment') {
      found.comments.push(value);
      continue;
    }
    if (kind === 'name') {
      found.identifiers.push(value);
      if (testCall.test(value) && before !== '.') isTestCall = true;
    } else if (kind === 'quoted') {
      if (isTestCall && before === '(') {
        found.testTitles.push(value.slice(1, -1));
        isTestCall = false;
      }
    } else if (kind === 'template') readTemplate();
    else if (kind === 'open') braces.push(false);
    else if (kind === 'close') {
      if (braces.pop() === true) readTemplate();
    } else if (kind === 'slash' && !/[\w$)\]]/.test(before)) {
      at--;
      if (!match(regex)) at++;
    } else if (value === ';') isTestCall = false;
    before = value.at(-1) ?? '';
  }
  return found;
}
