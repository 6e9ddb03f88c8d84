import { automationSchema } from '@retoma/flow';
import { html } from '@retoma/pay/html';
import type { Drawn } from './markdown.ts';
import { schemaSection, type Schema } from './schema-section.ts';

/** The format of an automation, rendered from the JSON Schema that editors use for completion. */
export function automationReference(): Drawn {
  const schema = automationSchema as Schema & { $defs: Record<string, Schema> };
  const kinds = Object.entries(schema.$defs);
  return {
    title: 'Format of an automation',
    headings: [
      { depth: 2, text: 'automation', anchor: 'automation' },
      ...kinds.map(([name]) => ({ depth: 2, text: name, anchor: name })),
    ],
    body: html`<h1>Format of an automation</h1>
      <p>
        Drawn from the <a href="/automation.schema.json">JSON Schema</a>, which completes and explains in any editor;
        its explanations are in Portuguese, as they are shown to store owners. What the shape alone cannot say is in
        <a href="/docs/rules-definition">the rules</a>.
      </p>
      ${schemaSection('automation', schema)} ${kinds.map(([name, kind]) => schemaSection(name, kind))}`,
  };
}
