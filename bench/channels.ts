// Benchmarks of rendering messages. One file for each channel in channels/, each with a baseline measured in the same run.
import { run as email } from './channels/email.ts';
import { run as whatsapp } from './channels/whatsapp.ts';

/** Runs the benchmarks one after the other and prints their results. */
export async function run(): Promise<void> {
  await whatsapp();
  await email();
}

if (process.argv[1] === import.meta.filename) await run();
