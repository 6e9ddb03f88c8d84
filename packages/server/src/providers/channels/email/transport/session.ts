// One connection to a mail server, from the socket to QUIT.
//
// INV1. The socket is opened here and passed to the library. It connects only to public addresses, unless private ones are allowed.
// INV2. No command is sent before TLS is established, unless the settings disable it.
// INV3. `left` is true once the server may have the message: after its 354, when the library reads the first byte.
//     Before that a failure is certain; after it, only the server's response is certain.
import net from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { lookupPublic } from '../../../../base/net/public-lookup.ts';
import { isPublicAddress } from '../../../../base/net/address-policy.ts';

/** A mail server with its TLS mode and login. `ca`: PEM of an additional certificate authority, in tests. */
export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  readonly user?: string | undefined;
  readonly pass?: string | undefined;
  readonly allowPrivate: boolean;
  readonly ca?: string | undefined;
};

/**
 * Why a message was not accepted. `command`: the failed SMTP command, as the library names it; `response`: the server's words, with its
 * code, which is `responseCode`.
 */
export type SmtpFailure = {
  readonly left: boolean;
  readonly code: string;
  readonly command?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly response?: string | undefined;
};

/** The result of sending a message. `response`: the server's response line. */
export type SmtpResult =
  { readonly ok: true; readonly response: string } | { readonly ok: false; readonly failure: SmtpFailure };

/** The timeouts of a session, in milliseconds; a server that sends nothing is disconnected. */
const limits = { connect: 10_000, greeting: 10_000, silence: 20_000 } as const;

type LibraryError = Error & {
  code?: string | undefined;
  originalCode?: unknown;
  command?: string | undefined;
  responseCode?: number | undefined;
  response?: string | undefined;
};

function failureOf(
  { code = 'ECONNECTION', originalCode, command, responseCode, response }: LibraryError,
  left: boolean,
): SmtpFailure {
  // Node's error codes for certificates that are untrusted, expired, or issued for another name.
  const certificate = /CERT|SIGNATURE|ISSUER|ALTNAME/.test(`${code} ${String(originalCode)}`);
  return { left, code: certificate ? 'CERTIFICATE' : code, command, responseCode, response };
}

/** An open session. It sends one message at a time. */
export class SmtpSession {
  /** The number of messages sent. */
  sent = 0;
  readonly #connection: SMTPConnection;
  readonly #socket: net.Socket;
  #over = false;

  private constructor(connection: SMTPConnection, socket: net.Socket) {
    this.#connection = connection;
    this.#socket = socket;
    connection.on('error', () => (this.#over = true));
    connection.on('end', () => (this.#over = true));
  }

  /** Whether the connection is open, as far as this process has noticed. */
  get usable(): boolean {
    return !this.#over;
  }

  /** Connects, secures and logs in. */
  static async open(server: SmtpServer, signal: AbortSignal): Promise<SmtpSession | SmtpFailure> {
    let connection: SMTPConnection | undefined;
    const abort = (): void => connection?.close();
    signal.addEventListener('abort', abort, { once: true });
    try {
      const socket = await openSocket(server, signal);
      connection = speak(server, socket);
      const session = new SmtpSession(connection, socket);
      await session.#begin(server, signal);
      return session;
    } catch (error) {
      connection?.close();
      return failureOf(error as LibraryError, false);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  #begin({ user, pass }: SmtpServer, signal: AbortSignal): Promise<void> {
    const connection = this.#connection;
    return new Promise((resolve, reject) => {
      connection.once('error', reject);
      connection.once('end', () => reject(new Error('the server closed the connection')));
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      connection.connect((error) => {
        if (error) reject(error);
        else if (user === undefined) resolve();
        else connection.login({ user, pass: pass ?? '' }, (refused) => (refused ? reject(refused) : resolve()));
      });
    });
  }

  /** Sends a message. After a failure the session is closed, since its state at the server is uncertain. */
  async send(from: string, to: string, bytes: Buffer, signal: AbortSignal): Promise<SmtpResult> {
    this.#socket.ref();
    let left = false;
    const message = new Readable({
      read() {
        left = true;
        this.push(bytes);
        this.push(null);
      },
    });
    const result = await new Promise<SmtpResult>((resolve) => {
      const fail = (error: LibraryError): void => resolve({ ok: false, failure: failureOf(error, left) });
      signal.addEventListener('abort', () => fail(new Error('aborted')), { once: true });
      if (signal.aborted) fail(new Error('aborted'));
      else
        this.#connection.send({ from, to: [to], size: bytes.length }, message, (error, info) => {
          if (error) fail(error);
          else resolve({ ok: true, response: info.response ?? '' });
        });
    });
    if (!result.ok) this.close();
    else this.sent++;
    return result;
  }

  /** Marks the session as idle: its socket does not keep the process alive. */
  rest(): void {
    this.#socket.unref();
  }

  /** Closes the session, with QUIT if the connection is still open. */
  close(): void {
    if (this.#over) this.#connection.close();
    else this.#connection.quit();
    this.#over = true;
    this.#socket.unref();
  }
}

function openSocket({ host, port, allowPrivate }: SmtpServer, signal: AbortSignal): Promise<net.Socket> {
  if (!allowPrivate && net.isIP(host) !== 0 && !isPublicAddress(host)) {
    return Promise.reject(Object.assign(new Error('the address is not public'), { code: 'PRIVATE_ADDRESS' }));
  }
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, ...(!allowPrivate && { lookup: lookupPublic }) });
    const give = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    const abort = (): void => give(new Error('aborted'));
    signal.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(
      () => give(Object.assign(new Error('connection timed out'), { code: 'ETIMEDOUT' })),
      limits.connect,
    );
    const settled = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      socket.off('error', give);
    };
    socket.once('error', give).once('close', settled);
    socket.once('connect', () => {
      settled();
      socket.off('close', settled);
      resolve(socket);
    });
    if (signal.aborted) abort();
  });
}

function speak({ host, port, security, ca }: SmtpServer, socket: net.Socket): SMTPConnection {
  return new SMTPConnection({
    host,
    port,
    connection: socket,
    secure: security === 'tls',
    ...(security === 'starttls' && { requireTLS: true }),
    ...(security === 'none' && { ignoreTLS: true }),
    tls: { minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
    connectionTimeout: limits.connect,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.silence,
    socketCloseTimeout: 1_000,
    maxResponseSize: 64 * 1024,
  });
}
