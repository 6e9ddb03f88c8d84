// Writes the table of settings into the documents that contain it. Run it after changing config.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  documentsOfSettings,
  settingsTable,
  settingsTablePattern,
} from '../packages/server/src/config/settings-table.ts';
import { paymentSettings } from '../packages/server/src/payments/index.ts';
import { root } from './run-step.ts';

for (const document of documentsOfSettings) {
  const file = path.join(root, document);
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(settingsTablePattern, () => settingsTable(paymentSettings)),
  );
}
