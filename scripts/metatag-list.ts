import { triggers } from '../packages/flow/src/members/trigger.ts';
import { validatesTrigger } from '../packages/flow/src/metatags/available.ts';
import { metatagCategories, metatags } from '../packages/flow/src/metatags/catalogue/index.ts';
import type { Metatag } from '../packages/flow/src/metatags/catalogue/row.ts';

/** The part of spec/metatags.md that lists the catalogue. */
export const metatagListPattern = /(?<=## The catalogue\n\n)[^]*/;

const code = (name: string): string => `\`${name}\``;
const having = (holds: (metatag: Metatag) => boolean): Metatag[] => metatags.filter(holds);
const isActive = ({ status }: Metatag): boolean => status === 'active';

/** The counts and names of the catalogue, as Markdown. */
export function metatagList(): string {
  const count = (status: string): string => `${having((metatag) => metatag.status === status).length} ${status}`;
  const counts = ['active', 'legacy', 'planned'].map(count).join(', ');
  const unvalidated = triggers.filter((trigger) => !validatesTrigger(trigger));
  return [
    wrap(`${metatags.length} names: ${counts}. Not validated under ${unvalidated.map(code).join(', ')}.`),
    'Active, with the type unless it is text:',
    metatagCategories.flatMap((category) => activeItem(category)).join('\n'),
    'Not active, or special:',
    `${specialItems().join('\n')}\n`,
  ].join('\n\n');
}

function activeItem(category: string): string[] {
  const active = having((metatag) => isActive(metatag) && metatag.category === category);
  const types = ['text', ...new Set(active.map(({ type }) => type).filter((type) => type !== 'text'))];
  const names = types.flatMap((type) => {
    const ofType = active.filter((metatag) => metatag.type === type).map(({ name }) => code(name));
    return ofType.length === 0 ? [] : [(type === 'text' ? '' : `${type} `) + ofType.join(', ')];
  });
  return active.length === 0 ? [] : [wrap(`- **${category}**: ${names.join('; ')}`)];
}

function specialItems(): string[] {
  const named = (some: readonly Metatag[], more: (metatag: Metatag) => string = () => ''): string =>
    some.map((metatag) => code(metatag.name) + more(metatag)).join(', ');
  const legacy = having(({ status }) => status === 'legacy');
  const instead = ({ replacement }: Metatag): string => (replacement ? ` (use ${code(replacement)})` : '');
  return [
    `- **Legacy**: ${named(legacy, instead)}.`,
    `- **Planned**: ${named(having(({ status }) => status === 'planned'))}.`,
    `- **Aliases**: ${named(
      having(({ aliasOf }) => aliasOf !== undefined),
      ({ aliasOf }) => ` of ${code(aliasOf!)}`,
    )}.`,
    `- **Sensitive**: ${named(having(({ sensitivity }) => sensitivity === 'sensitive'))}.`,
    `- **E-mail only**: ${named(having(({ channels }) => channels.join() === 'email'))}.`,
  ].map(wrap);
}

/** Breaks a paragraph into lines of at most 120 characters. The lines of a list item are indented. */
function wrap(text: string): string {
  const indent = text.startsWith('- ') ? '  ' : '';
  const [first = '', ...rest] = text.split(' ');
  const lines = [first];
  for (const word of rest) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length > 120) lines.push(indent + word);
    else lines[lines.length - 1] = line;
  }
  return lines.join('\n');
}
