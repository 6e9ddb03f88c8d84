// The thread that makes e-mails, one job at a time. It has a memory limit and ends when it exceeds it; the caller then starts another one.
import { parentPort } from 'node:worker_threads';
import { buildMime } from '../build-mime.ts';
import { draftMail } from '../draft-mail.ts';
import { openCompiler } from './compile-mjml.ts';
import type { MailAnswer, MailJob } from './jobs.ts';

const compile = openCompiler();

parentPort!.on('message', (job: MailJob) => void answer(job).then((done) => parentPort!.postMessage(done, [])));

async function answer(job: MailJob): Promise<MailAnswer> {
  switch (job.task) {
    case 'compile':
      return compile(job.text);
    case 'draft':
      return draftMail(job.message, compile);
    case 'encode': {
      const { mail, date, dkim } = job.encoding;
      return { ok: true, bytes: await buildMime(mail, date, dkim) };
    }
    default:
      return job satisfies never;
  }
}
