import { createHash } from 'node:crypto';
import { SmtpSession, type SmtpResult, type SmtpServer } from './session.ts';

/** The number of messages of one session; many servers end it after a hundred. */
const maxMessages = 100;
/** For how long a session waits for the next message, in milliseconds: less than servers let it. */
const idleMs = 15_000;

type Idle = { readonly session: SmtpSession; readonly timer: NodeJS.Timeout };

/** Sessions with mail servers, kept for the next message to the same server by the same user. */
export class SmtpSessions {
  readonly #idle = new Map<string, Idle[]>();

  /** Sends a message over a session that rests, or over a new one. */
  async send(
    server: SmtpServer,
    mail: { from: string; to: string; bytes: Buffer },
    signal: AbortSignal,
  ): Promise<SmtpResult> {
    const name = createHash('sha256').update(JSON.stringify(server)).digest('base64');
    for (;;) {
      const rested = this.#take(name);
      const session = rested ?? (await SmtpSession.open(server, signal));
      if (!(session instanceof SmtpSession)) return { ok: false, failure: session };
      const result = await session.send(mail.from, mail.to, mail.bytes, signal);
      if (result.ok) {
        this.#put(name, session);
        return result;
      }
      // A server may end an idle session at any time: that is not an error of the message.
      const { left, responseCode } = result.failure;
      const wasOver = rested && !left && (responseCode === undefined || responseCode === 421) && !signal.aborted;
      if (!wasOver) return result;
    }
  }

  #take(name: string): SmtpSession | undefined {
    const idle = this.#idle.get(name) ?? [];
    for (let last = idle.pop(); last; last = idle.pop()) {
      clearTimeout(last.timer);
      if (last.session.usable) return last.session;
    }
    return undefined;
  }

  #put(name: string, session: SmtpSession): void {
    if (session.sent >= maxMessages || !session.usable) {
      session.close();
      return;
    }
    session.rest();
    const idle = this.#idle.get(name) ?? [];
    this.#idle.set(name, idle);
    const timer = setTimeout(() => {
      const at = idle.findIndex((one) => one.session === session);
      if (at >= 0) idle.splice(at, 1);
      if (idle.length === 0 && this.#idle.get(name) === idle) this.#idle.delete(name);
      session.close();
    }, idleMs);
    timer.unref();
    idle.push({ session, timer });
  }

  /** Ends the sessions that rest. */
  close(): void {
    for (const idle of this.#idle.values())
      for (const { session, timer } of idle) {
        clearTimeout(timer);
        session.close();
      }
    this.#idle.clear();
  }
}
