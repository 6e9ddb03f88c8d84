import { metatagCategories, metatags, type Metatag } from '@retoma/flow';
import { html } from '@retoma/pay/html';
import { codeTable } from './table.ts';
import type { Drawn } from './markdown.ts';

/** DEF9: every metatag of the catalogue, by category. */
export function metatagReference(): Drawn {
  const sections = [...metatagCategories, null].map((category) => ({
    id: category ?? 'others',
    title: category ?? 'Without a category',
    rows: metatags.filter((metatag) => metatag.category === category).map(rowOf),
  }));
  const heads = ['Metatag', 'What it says', 'Em português', 'Example', 'Triggers'];
  return {
    title: 'Metatags',
    headings: sections.map(({ id, title }) => ({ depth: 2, text: title, anchor: id })),
    body: html`<h1>Metatags</h1>
      <p>
        Placeholders that a message may hold, as <code>{{order.total}}</code>. Which of them an automation may use
        follows from its trigger. <a href="/docs/rules-metatags">The rules</a> say how values are shown and escaped.
      </p>
      ${sections.map(({ id, title, rows }) => codeTable(id, title, heads, rows))}`,
  };
}

function rowOf(metatag: Metatag): readonly [string, ...string[]] {
  const { name, description, example, triggers, status, replacement } = metatag;
  const instead = status === 'active' ? '' : ` (${status}${replacement ? `; use ${replacement}` : ''})`;
  return [`{{${name}}}`, description.en + instead, description['pt-BR'], example, triggers.join(', ')];
}
