import {
  cleanJson,
  isFlat,
  positionsOfPaths,
  readableFlow,
  toNested,
  validateFlow,
  validateText,
  withIds,
  type Correction,
  type Flow,
  type Mode,
} from '@retoma/flow';
import type { Locale } from '../../../ui/locale.tsx';
import { applyFixes, type FixChoice } from './fix-rounds.ts';
import { ownBranchIds, withoutConditionParents } from './flat-fixes.ts';
import type { Picks } from './fix-picks.ts';
import { understand, type Understood } from './understand.ts';

/** An issue of an imported text. `layer`: not JSON, not an automation, or an invalid message. `line` and `column` count from 1. */
export type Found = {
  layer: 'syntax' | 'structure' | 'meaning';
  /** A code of `cleanJson`, or of the validator. */
  code: string;
  severity: 'error' | 'warning';
  message: string;
  path: string;
  line: number;
  column: number;
};

/** The analysis of a text and of the chosen fixes. */
export type Analysis = {
  found: Found[];
  choices: FixChoice[];
  /** The issues that the chosen fixes remove. */
  resolved: ReadonlySet<Found>;
  /** The text as a readable flow (EDT9), if it is a JSON object; it names positions in words. */
  original?: Flow;
  /** The definition to save, if the text is a JSON object. `templateErrors`: the number of errors that prevent activation. */
  result?: { flow: Flow; text: string; structureErrors: number; templateErrors: number };
  /** The reasons why a flat flow stays flat, as sentences. */
  staysFlat: string[];
};

/**
 * Parses the text of a definition, lists all issues at once, and applies the chosen fixes. `mode` selects the check of metatags (DEF8).
 * Never throws.
 */
export function analyse(
  input: string,
  picks: Picks,
  newId: () => string,
  locale: Locale,
  mode: Mode = 'block',
): Analysis {
  const cleaned = cleanJson(input, locale);
  const isPicked = (key: string): boolean => picks[key] ?? true;
  const isClean = cleaned.corrections.length === 0;
  const text = isClean || isPicked('syntax') ? cleaned.text : input;
  const understood = understand(text, isClean || isPicked('syntax') ? input : '', isPicked, locale);
  const found = [...cleaned.corrections.map(syntaxFound), ...understoodFound(understood, text, locale, mode)].toSorted(
    (one, other) => one.line - other.line || one.column - other.column,
  );
  const choices: FixChoice[] = isClean
    ? []
    : [{ key: 'syntax', code: 'syntax', lossy: false, picked: isPicked('syntax') }];
  choices.push(...understood.choices);
  const original = understood.flow;
  if (!original) return { found, choices, resolved: new Set(), staysFlat: [] };
  const straight = straightened(original, isPicked, locale);
  choices.push(...straight.choices);
  const fixed = applyFixes(withIds(straight.flow, newId), picks, newId, locale);
  choices.push(...fixed.choices);
  const isChanged = choices.some(({ picked }) => picked);
  const result = checkedFlow(fixed.flow, isChanged ? JSON.stringify(fixed.flow, null, 2) : text, mode);
  return {
    found,
    choices,
    resolved: fixedIssues(found, fixed.flow, isPicked('syntax')),
    original: readableFlow(original),
    result,
    staysFlat: straight.staysFlat,
  };
}

const syntaxFound = (correction: Correction): Found => ({
  layer: 'syntax',
  severity: 'error',
  path: '',
  ...correction,
});

/** The issues of what a text was understood as. Their positions are those of the text, or its beginning if it was rewritten. */
function understoodFound(understood: Understood, text: string, locale: Locale, mode: Mode): Found[] {
  const { flow, moved, refusal } = understood;
  const known: Found[] = refusal
    ? [{ layer: 'syntax', severity: 'error', path: '', line: 1, column: 1, ...refusal }]
    : [];
  if (refusal && refusal.code !== 'empty') return known;
  if (!moved) return [...known, ...validatedFound(text, locale, mode)];
  return validatedFound(JSON.stringify(flow), locale, mode).map((found) => ({ ...found, line: 1, column: 1 }));
}

/** The validator's issues of a text: structure and messages. A value that is not accepted is answered with the list of those that are. */
function validatedFound(text: string, locale: Locale, mode: Mode): Found[] {
  const { structure, _validation } = validateText(text, { mode, locale, audience: 'owner' });
  const listing = structure.some(({ code }) => code === 'INVALID_VALUE')
    ? validateText(text, { mode, locale })
    : undefined;
  const found = structure.map((issue, index): Found => {
    const { code, severity, path, line = 1, column = 1 } = issue;
    const layer = code === 'INVALID_JSON' ? 'syntax' : 'structure';
    const { message } = (code === 'INVALID_VALUE' && listing?.structure[index]) || issue;
    return { layer, code, severity, message, path, line, column };
  });
  const ofMessages = (_validation?.steps ?? []).flatMap(({ path, errors, warnings }) =>
    [...errors, ...warnings].map((issue) => ({
      code: issue.code,
      severity: mode === 'block' && errors.includes(issue) ? ('error' as const) : ('warning' as const),
      message: issue.message,
      path: `${path}.data.${issue.member}`,
    })),
  );
  const issuePositions =
    ofMessages.length > 0
      ? positionsOfPaths(
          text,
          ofMessages.map(({ path }) => path),
        )
      : [];
  return [
    ...found,
    ...ofMessages.map((issue, index): Found => ({ ...issue, ...issuePositions[index]!, layer: 'meaning' })),
  ];
}

/** Applies the chosen fixes that let a flat flow be nested, and nests it if that changes no behaviour (EDT3). */
function straightened(
  original: Flow,
  isPicked: (key: string) => boolean,
  locale: Locale,
): { flow: Flow; choices: FixChoice[]; staysFlat: string[] } {
  // A definition that cannot be read completely stays as it is.
  if (!isFlat(original) || readableFlow(original) !== original) return { flow: original, choices: [], staysFlat: [] };
  const choices: FixChoice[] = [];
  let flow = original;
  for (const [key, applyFix] of [
    ['branch-ids', ownBranchIds],
    ['condition-parents', withoutConditionParents],
  ] as const) {
    const next = applyFix(flow);
    if (JSON.stringify(next) === JSON.stringify(flow)) continue;
    choices.push({ key, code: key, lossy: false, picked: isPicked(key) });
    if (isPicked(key)) flow = next;
  }
  const nested = toNested(flow, locale);
  if (!nested.ok) return { flow, choices, staysFlat: nested.refusals.map(({ message }) => message) };
  choices.push({ key: 'nested', code: 'nested', lossy: false, picked: isPicked('nested') });
  return { flow: isPicked('nested') ? nested.flow : flow, choices, staysFlat: [] };
}

function checkedFlow(flow: Flow, text: string, mode: Mode): NonNullable<Analysis['result']> {
  const { structure, _validation } = validateFlow(flow, { mode });
  const structureErrors = structure.filter(({ severity }) => severity === 'error').length;
  return { flow, text, structureErrors, templateErrors: mode === 'block' ? (_validation?.totalErrors ?? 0) : 0 };
}

/** The issues of which no other issue with the same code is left. */
function fixedIssues(found: readonly Found[], flow: Flow, isClean: boolean): ReadonlySet<Found> {
  const { structure, _validation } = validateFlow(flow, { mode: 'warn' });
  const messages = (_validation?.steps ?? []).flatMap(({ errors, warnings }) => [...errors, ...warnings]);
  const left = new Set<string>([...structure, ...messages].map(({ code }) => code));
  return new Set(found.filter(({ layer, code }) => (layer === 'syntax' ? isClean : !left.has(code))));
}
