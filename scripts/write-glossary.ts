// Writes docs/glossary.md from vocabulary.ts. Run it after changing the table.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { glossary } from '../vocabulary.ts';
import { root } from './run-step.ts';

/** The text of docs/glossary.md. */
export function glossaryPage(): string {
  const areas = Object.entries(glossary).map(([area, terms]) => {
    const rows = Object.entries(terms).map(([term, line]) => `- **${term}**: ${line}`);
    return `## ${area}\n\n${rows.join('\n')}\n`;
  });
  return `# Glossary\n\nThe words of Retoma. One thing has one name, in the code, in the documents and in the panel's API.\n\n${areas.join('\n')}`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(path.join(root, 'docs/glossary.md'), glossaryPage());
