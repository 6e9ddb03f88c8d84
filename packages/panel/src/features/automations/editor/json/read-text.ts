import { draftIn, importFlow, validateText, type Flow } from '@retoma/flow';
import type { CodeIssue } from '../../../../code/editor-props.ts';
import type { Locale } from '../../../../ui/locale.tsx';

/** The content of the JSON view. `flow`: the definition if it can be saved as a draft, even unfinished. */
export type ReadText = { flow?: Flow; issues: CodeIssue[] };

/** Parses the text of the JSON view and lists all issues with their positions. Never throws. */
export function readText(text: string, locale: Locale): ReadText {
  const validation = validateText(text, { mode: 'block', locale, audience: 'owner' });
  const issues = validation.structure.map(({ line = 1, column = 1, message, severity }): CodeIssue => ({
    line,
    column,
    message,
    severity,
  }));
  const flow = draftIn(text);
  return { ...(flow && { flow }), issues: [...issues, ...templateIssues(text, validation._validation, locale)] };
}

type Templates = ReturnType<typeof validateText>['_validation'];

/** The issues of messages with their positions in the text; only for a definition, since other JSON has no positions. */
function templateIssues(text: string, templates: Templates, locale: Locale): CodeIssue[] {
  const imported = templates && importFlow(text, locale);
  if (!imported?.ok) return [];
  const found = templates!.steps.flatMap(({ path, errors, warnings }) => [
    ...errors.map((issue) => ({ ...issue, path, severity: 'error' as const })),
    ...warnings.map((issue) => ({ ...issue, path, severity: 'warning' as const })),
  ]);
  const issuePositions = imported.positions(found.map(({ path, member }) => keysOf(`${path}.data.${member}`)));
  return found.map(({ message, severity }, index) => ({ ...issuePositions[index]!, message, severity }));
}

/** `steps[0].data.message` → `steps`, 0, `data`, `message`. */
const keysOf = (path: string): (string | number)[] =>
  path
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
