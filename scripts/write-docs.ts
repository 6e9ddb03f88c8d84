// Writes the documents, and the parts of documents, that follow from the code. Run it after a change of what they show.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { serviceCommands } from '../packages/cli/src/commands/serve.ts';
import { helpOf } from '../packages/cli/src/help.ts';
import { settingsTable, settingsTablePattern } from '../packages/server/src/base/config/settings-table.ts';
import { declaredSettings } from '../packages/server/src/app/providers.ts';
import { glossary } from '../checks/vocabulary.ts';
import { architecturePicture, architecturePicturePattern } from './architecture-picture.ts';
import { withCapabilityTable } from './capability-table.ts';
import { metatagList, metatagListPattern } from './metatag-list.ts';
import { root } from './run-step.ts';
import { sdkCalls, sdkTypes } from '../packages/server/src/http/sdk-types.ts';
import { webhookEventsPattern, webhookEventsTable } from './webhook-events.ts';

/** The documents, by their file. Each function returns the text that a document must have, from the text that it has. */
export const writtenDocuments: Readonly<Record<string, (text: string) => string>> = {
  'ARCHITECTURE.md': (text) => text.replace(architecturePicturePattern, () => architecturePicture()),
  'docs/configuration.md': (text) => text.replace(settingsTablePattern, () => settingsTable(declaredSettings)),
  'docs/glossary.md': glossaryPage,
  'docs/nuvemshop.md': (text) => withCapabilityTable(text, 'nuvemshop'),
  'docs/shopify.md': (text) => withCapabilityTable(text, 'shopify'),
  'docs/woocommerce.md': (text) => withCapabilityTable(text, 'woocommerce'),
  'packages/client/src/contract-types.ts': () => sdkTypes(),
  'packages/client/src/retoma.ts': () => sdkCalls(),
  'docs/webhooks.md': (text) => text.replace(webhookEventsPattern, () => webhookEventsTable()),
  'packages/cli/serve-help.txt': () => `${helpOf(serviceCommands.serve)}\n`,
  'spec/metatags.md': (text) => text.replace(metatagListPattern, () => metatagList()),
};

function glossaryPage(): string {
  const areas = Object.entries(glossary).map(([area, terms]) => {
    const rows = Object.entries(terms).map(([term, line]) => `- **${term}**: ${line}`);
    return `## ${area}\n\n${rows.join('\n')}\n`;
  });
  return `# Glossary\n\nThe words of Retoma. One thing has one name, in the code, in the documents and in the panel's API.\n\n${areas.join('\n')}`;
}

if (process.argv[1] === import.meta.filename)
  for (const [document, write] of Object.entries(writtenDocuments)) {
    const file = path.join(root, document);
    writeFileSync(file, write(readFileSync(file, 'utf8')));
  }
