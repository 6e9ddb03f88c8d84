import { createHash } from 'node:crypto';
import { SmtpSession, type SmtpResult, type SmtpServer } from './session.ts';

/** The most messages of one session; many servers end a session after a hundred. */
const maxMessages = 100;
/** How long an idle session stays open, in milliseconds: shorter than the idle timeout of servers. */
const idleMs = 15_000;

type Idle = { readonly session: SmtpSession; readonly timer: NodeJS.Timeout };

/** A pool of sessions with mail servers, reused for the same server and user. */
export class SmtpSessions {
  readonly #idle = new Map<string, Idle[]>();

  /** Sends a message over an idle session, or over a new one. */
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
      // A server may end an idle session at any time; the message is then sent over another session.
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

  /** Closes the idle sessions. */
  close(): void {
    for (const idle of this.#idle.values())
      for (const { session, timer } of idle) {
        clearTimeout(timer);
        session.close();
      }
    this.#idle.clear();
  }
}
