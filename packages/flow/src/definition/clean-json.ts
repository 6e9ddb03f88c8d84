import type { Locale, Localized } from '@retoma/commerce/locale';
import { limits } from '../members/limits.ts';
import { beginning, JsonScan, type Edit } from './json-scan.ts';
import { positionsOf } from './positions.ts';

/** Defects that chats, word processors and code editors leave in JSON, each with one possible correction, with their texts. */
const correctionTexts = {
  text_outside: {
    'pt-BR': 'Há texto que não faz parte do JSON.',
    en: 'There is text outside the JSON.',
  },
  fence: { 'pt-BR': 'Sobrou a marca de bloco de código.', en: 'A code fence was left in the text.' },
  invisible: {
    'pt-BR': 'Há espaços ou marcas invisíveis que o JSON não aceita.',
    en: 'There are spaces or invisible characters that JSON does not allow.',
  },
  quote: {
    'pt-BR': 'Há aspas que não são as retas duplas.',
    en: 'There are quotation marks other than straight double ones.',
  },
  comment: { 'pt-BR': 'Comentários não fazem parte do JSON.', en: 'JSON does not allow comments.' },
  trailing_comma: { 'pt-BR': 'Há uma vírgula sobrando.', en: 'There is a trailing comma.' },
} as const satisfies Record<Edit['code'], Localized>;

type CorrectionCode = Edit['code'];

/** A corrected defect, its position (from 1) and its text. */
export type Correction = { code: CorrectionCode; line: number; column: number; message: string };

/** A cleaned text. Every line and column of it is the one of the original, so that positions are valid in both. */
type CleanedJson = { text: string; corrections: Correction[] };

/** Defects that may be on every line; only the first is reported. */
const reportedOnce: ReadonlySet<CorrectionCode> = new Set(['invisible', 'quote']);

/**
 * EDT16: corrects what people and tools add outside and inside a JSON document. Valid JSON and what strings contain stay unchanged; so does
 * a text without a document, or with several of which not exactly one has steps. Never throws; linear in the length of the text.
 */
export function cleanJson(input: string, locale: Locale = 'pt-BR'): CleanedJson {
  const document = input.length > limits.text || isJson(input) ? undefined : documentIn(input);
  if (!document) return { text: input, corrections: [] };
  const { start, end, edits } = document;
  const all = [...removed(input, 0, start), ...edits, ...removed(input, end, input.length)];
  const units = input.split('');
  for (const { from, to, by } of all)
    for (let at = from; at < to; at++) if (units[at] !== '\n' && units[at] !== '\r') units[at] = by;
  const seen = new Set<CorrectionCode>();
  const reported = all.filter(({ code }) => !reportedOnce.has(code) || (!seen.has(code) && seen.add(code)));
  const positions = positionsOf(
    input,
    reported.map(({ from }) => from),
  );
  const corrections = reported.map(({ code }, index) => ({
    code,
    ...positions[index]!,
    message: correctionTexts[code][locale],
  }));
  return { text: units.join(''), corrections };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type FoundDocument = { start: number; end: number; edits: Edit[] };

/** A block of code with its fences, of which the last may be missing. */
const block = /^(?:```|~~~)[^\n]*\n([^]*?)(?:^(?:```|~~~)|(?![^]))/gm;
/** Blocks that are searched one by one; a text with more is read as a whole. */
const maxBlocks = 20;

/** The only automation among the blocks of code of a text, whatever the words around them look like. */
function documentInBlock(text: string): FoundDocument | undefined {
  const blocks = [...text.matchAll(block)];
  if (blocks.length > maxBlocks) return undefined;
  const found = blocks.flatMap((match): FoundDocument[] => {
    const from = match.index + match[0].indexOf('\n') + 1;
    const start = from + (match[1] ?? '').search(new RegExp(beginning, 'u'));
    if (start < from) return [];
    const { end, edits } = new JsonScan(text, start, new Set());
    return end <= match.index + match[0].length && hasSteps(text, { start, end, edits }) ? [{ start, end, edits }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The document in a text: the only one, or the only one that mentions steps, or that has some. */
function documentIn(text: string): FoundDocument | undefined {
  const inBlock = documentInBlock(text);
  if (inBlock) return inBlock;
  const opening = new RegExp(beginning, 'gu');
  const found: FoundDocument[] = [];
  const endless = new Set<string>();
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const scan = new JsonScan(text, match.index, endless);
    found.push({ start: match.index, end: scan.end, edits: scan.edits });
    opening.lastIndex = scan.end;
  }
  const wanted = found.length > 1 ? found.filter(({ start, end }) => text.slice(start, end).includes('steps')) : found;
  if (wanted.length < 2) return wanted[0];
  const automations = wanted.filter((one) => hasSteps(text, one));
  return automations.length === 1 ? automations[0] : undefined;
}

/** Whether a document, corrected, is an object with a list of steps. */
function hasSteps(text: string, { start, end, edits }: FoundDocument): boolean {
  const units = text.slice(start, end).split('');
  for (const { from, to, by } of edits) for (let at = from; at < to; at++) units[at - start] = by;
  try {
    const value = JSON.parse(units.join('')) as { steps?: unknown } | null;
    return Array.isArray(value?.steps) && value.steps.length > 0;
  } catch {
    return false;
  }
}

const fence = /^(?:```|~~~)[^\n]*$/;

/** The edit that removes what is before or after the document; none if that is only white space. */
function removed(text: string, from: number, to: number): Edit[] {
  const part = text.slice(from, to);
  if (/^[ \t\n\r]*$/.test(part)) return [];
  const visible = part.replace(/\p{Cf}/gu, '').trim();
  const code = visible === '' ? 'invisible' : fence.test(visible) ? 'fence' : 'text_outside';
  return [{ code, from, to, by: ' ' }];
}
