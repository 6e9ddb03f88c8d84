import { triggers, type Trigger } from '../packages/flow/src/members/trigger.ts';
import { validatesTrigger } from '../packages/flow/src/metatags/available.ts';
import { metatagCategories, metatags } from '../packages/flow/src/metatags/catalogue/index.ts';
import type { Metatag } from '../packages/flow/src/metatags/catalogue/row.ts';

/** The part of spec/metatags.md that lists the catalogue. */
export const metatagListPattern = /(?<=## The catalogue\n\n)[^]*?(?=\nWhat each validated trigger has:)/;

const code = (name: string): string => `\`${name}\``;
const having = (holds: (metatag: Metatag) => boolean): Metatag[] => metatags.filter(holds);
const isActive = ({ status }: Metatag): boolean => status === 'active';

/** The counts and names of the catalogue, as Markdown. */
export function metatagList(): string {
  const count = (status: string): string => `${having((metatag) => metatag.status === status).length} ${status}`;
  const size = `${metatags.length} names: ${['active', 'legacy', 'planned'].map(count).join(', ')}.`;
  return [
    wrap(
      `${size} Their labels, descriptions, examples and triggers are rows of \`packages/flow/src/metatags/catalogue/<category>.ts\`.`,
    ),
    triggerTable(),
    'Active, with the type where it is not text:',
    metatagCategories.flatMap((category) => activeItem(category)).join('\n'),
    'Not active, or with something to know:',
    `${specialItems().join('\n')}\n`,
  ].join('\n\n');
}

function triggerTable(): string {
  const width = Math.max(...triggers.map((trigger) => code(trigger).length));
  const active = (trigger: Trigger): string =>
    String(having((metatag) => isActive(metatag) && metatag.triggers.includes(trigger)).length);
  const line = (cells: [string, string, string]): string =>
    `| ${cells[0].padEnd(width)} | ${cells[1].padEnd(6)} | ${cells[2].padEnd(9)} |`;
  return [
    line(['trigger', 'active', 'validated']),
    line(['-'.repeat(width), '-'.repeat(6), '-'.repeat(9)]),
    ...triggers.map((trigger) => line([code(trigger), active(trigger), validatesTrigger(trigger) ? 'yes' : 'no'])),
  ].join('\n');
}

function activeItem(category: string): string[] {
  const active = having((metatag) => isActive(metatag) && metatag.category === category);
  const names = active.map(({ name, type }) => code(name) + (type === 'text' ? '' : ` ${type}`));
  return active.length === 0 ? [] : [wrap(`- **${category}** (${active.length}): ${names.join(', ')}`)];
}

function specialItems(): string[] {
  const named = (some: readonly Metatag[], more: (metatag: Metatag) => string = () => ''): string =>
    some.map((metatag) => code(metatag.name) + more(metatag)).join(', ');
  const legacy = having(({ status }) => status === 'legacy');
  const instead = ({ replacement }: Metatag): string =>
    replacement ? ` (use ${code(replacement)})` : ' (nothing replaces it)';
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
