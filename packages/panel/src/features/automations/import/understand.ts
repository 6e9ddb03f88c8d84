import { draftIn, validateFlow, type Flow } from '@retoma/flow';
import { isCutOff, looseJson, recognise, understandWords, type NearWord } from '@retoma/flow/understand';
import type { Locale } from '../../../ui/locale.tsx';
import type { FixChoice } from './fix-rounds.ts';
import { refusals, type RefusalCode } from './understand-texts.ts';

/**
 * What a text was understood as. `flow`: an automation, if it is one; `moved`: positions in the text are not those of the flow. `refusal`: why
 * it is none, for one whose format is known.
 */
export type Understood = {
  flow?: Flow;
  moved: boolean;
  choices: FixChoice[];
  refusal?: { code: RefusalCode; message: string };
};

/** Understands the cleaned text of an import (EDT16): envelopes, other notations, near words. `input`: the text as it was pasted; empty if it may not be rewritten. */
export function understand(
  text: string,
  input: string,
  isPicked: (key: string) => boolean,
  locale: Locale,
): Understood {
  const refuse = (code: RefusalCode, name = ''): Understood => ({
    moved: false,
    choices: [],
    refusal: { code, message: refusals[code][locale](name) },
  });
  const strict = jsonIn(text);
  const value = strict === undefined ? looseJson(input) : strict;
  if (value === undefined) {
    const reason = unreadable(text);
    return reason ? refuse(reason) : { moved: false, choices: [] };
  }
  const recognised = recognise(value);
  if (recognised.kind === 'foreign') return refuse('foreign', foreignNames[recognised.format][locale]);
  if (recognised.kind === 'several') return refuse('several');
  if (recognised.kind === 'empty') return refuse('empty');
  if (recognised.kind === 'other') return { moved: false, choices: [] };
  const moved = strict === undefined || recognised.isWrapped;
  const flow = draftIn(moved ? JSON.stringify(recognised.value) : text);
  if (!flow) return { moved: false, choices: [] };
  const key = strict === undefined ? 'notation' : 'envelope';
  const choices: FixChoice[] = moved ? [{ key, code: key, lossy: false, picked: isPicked(key) }] : [];
  if (moved && !isPicked(key)) return { moved: false, choices };
  return { ...withWords(flow, choices, isPicked), moved };
}

/** Replaces near words in a flow with errors; a valid one says what it means. */
function withWords(
  flow: Flow,
  choices: FixChoice[],
  isPicked: (key: string) => boolean,
): { flow: Flow; choices: FixChoice[] } {
  if (!validateFlow(flow).structure.some(({ severity }) => severity === 'error')) return { flow, choices };
  const { flow: understood, words } = understandWords(flow);
  if (words.length === 0) return { flow, choices };
  const picked = isPicked('words');
  const choice: FixChoice = { key: 'words', code: 'words', lossy: false, picked, details: words.map(wordText) };
  return { flow: picked ? (understood as unknown as Flow) : flow, choices: [...choices, choice] };
}

const wordText = ({ path, from, to }: NearWord): string => `${path}: ${from} → ${to}`;

const foreignNames = {
  n8n: { 'pt-BR': 'do n8n', en: 'from n8n' },
  Make: { 'pt-BR': 'do Make', en: 'from Make' },
  'Node-RED': { 'pt-BR': 'do Node-RED', en: 'from Node-RED' },
  Typebot: { 'pt-BR': 'do Typebot', en: 'from Typebot' },
  Zapier: { 'pt-BR': 'do Zapier', en: 'from Zapier' },
  diagram: { 'pt-BR': 'um diagrama de outro programa', en: 'a diagram from another program' },
} as const;

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Why a text cannot be read, if that is obvious. */
function unreadable(text: string): RefusalCode | undefined {
  if (!/[{[]/.test(text)) return /^\s*(?:name|nome|trigger_event|steps)\s*:/m.test(text) ? 'yaml' : undefined;
  if (isCutOff(text)) return 'cut';
  return (text.match(/["”]steps["”]\s*:\s*\[/g)?.length ?? 0) > 1 ? 'several' : undefined;
}
