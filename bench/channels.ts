// Rendering messages for the channels. One file for each channel in channels/, each with a baseline measured in the same run.
import { run as email } from './channels/email.ts';
import { run as whatsapp } from './channels/whatsapp.ts';

/** Measures and prints them one after the other. */
export async function run(): Promise<void> {
  await whatsapp();
  await email();
}

if (process.argv[1] === import.meta.filename) await run();
