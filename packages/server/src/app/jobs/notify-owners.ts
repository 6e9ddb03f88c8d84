// Owners receive one e-mail when their store's messages begin to fail, and one when they work again. The notification is recorded before
// the e-mail is sent, so only one of several workers sends it. If no server accepts the e-mail, the next run tries again.
import { describeReason, type Channel } from '@retoma/flow';
import { mailName } from '../../members/audit/account-mails.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import {
  incidentBegin,
  incidentEnd,
  incidentFindAll,
  incidentReason,
  incidentSetNotified,
  incidentClearNotified,
  type Incident,
} from '../../automations/results/queries/incidents.ts';
import { stoppedTemplateList } from '../../providers/queries/template-statuses.ts';
import { membershipOwners } from '../../members/queries/memberships.ts';
import { userEmails } from '../../members/queries/users.ts';
import { cardLimits } from '../../stores/limits/card-limits.ts';
import type { SendMail } from '../../base/service-mail.ts';
import { limitOverMail, limitReachedMail, type MailText } from './limit-mails.ts';

const minute = 60_000;
/** Work counts as late after this delay (R5). */
const minDurationMs = minute;
/** How long an incident must last before owners are notified; short incidents end without action. */
const lastingMs = { channels: 2 * minute, late: 10 * minute };

/** Dependencies of the notifications. `baseUrl`: of the panel. */
type AlertDeps = {
  readonly db: Database;
  readonly usersDb: Database;
  readonly clock: Clock;
  readonly mail: SendMail;
  readonly baseUrl: () => string;
};

/** Checks all stores and notifies the owners of those where an incident began or ended. Returns how many e-mails were sent. */
export async function notifyOwners(deps: AlertDeps): Promise<number> {
  const { db, clock } = deps;
  const now = clock();
  const found = await incidentFindAll(db, {
    dueBefore: new Date(now - minDurationMs),
    now: new Date(now),
    cards: cardLimits,
  });
  await incidentBegin(db, found, new Date(now));
  let sent = 0;
  for (const ended of await incidentEnd(db, found)) {
    const text = over(deps, ended);
    if (text) sent += await sendAlert(deps, ended, text);
  }
  const since = { channels: new Date(now - lastingMs.channels), late: new Date(now - lastingMs.late) };
  for (const incident of await incidentSetNotified(db, new Date(now), since)) {
    try {
      sent += await sendAlert(deps, incident, await down(deps, incident));
    } catch (error) {
      await incidentClearNotified(db, incident);
      throw error;
    }
  }
  return sent;
}

const channelNames = { whatsapp: 'WhatsApp', email: 'E-mail', sms: 'SMS' } as const;

async function sendAlert(
  { db, usersDb, mail }: AlertDeps,
  { storeId }: Incident,
  { subject, lines }: MailText,
): Promise<number> {
  const owners = await membershipOwners(db, storeId);
  if (!owners) return 0;
  const text = ['Olá,', '', ...lines, ''].join('\n');
  const emails = [...(await userEmails(usersDb, owners.userIds)).values()];
  for (const to of emails) await mail({ to, subject: `${mailName(owners.name)}: ${subject}`, text });
  return emails.length;
}

async function down(deps: AlertDeps, incident: Incident): Promise<MailText> {
  const { storeId, kind } = incident;
  const link = (page: string): string => `${deps.baseUrl()}/panel/${storeId}/${page}`;
  const limit = limitReachedMail(incident, link);
  if (limit) return limit;
  if (kind === 'webhooks' || kind === 'webhooks_disabled') return webhookMail(kind, link);
  if (kind === 'shop_webhooks' || kind === 'shop_reconnect') return shopMail(kind, link);
  if (kind === 'late') {
    return {
      subject: 'os envios estão atrasados',
      lines: [
        'As mensagens da sua loja estão saindo com atraso há mais de 10 minutos. Nada se perde: elas continuam na ordem.',
        '',
        `Acompanhe em ${link('runs')}`,
        '',
        'Avisamos quando voltar ao normal.',
      ],
    };
  }
  if (kind === 'templates') return stoppedTemplatesMail(await stoppedTemplateList(deps.db, storeId), link);
  const name = channelNames[kind as Channel];
  const reason = await incidentReason(deps.db, incident);
  const why = reason === undefined ? undefined : describeReason(reason, 'pt-BR');
  return {
    subject: `${name} não está enviando`,
    lines: [
      `O canal ${name} da sua loja não está enviando.${why ? ` ${why}` : ''} As mensagens esperam e saem quando ele voltar.`,
      '',
      `Veja o que fazer em ${link('settings/channels')}`,
      '',
      'Avisamos quando voltar ao normal.',
    ],
  };
}

/** WHK6: the e-mail about endpoints that do not answer, or were disabled. */
const webhookMail = (kind: 'webhooks' | 'webhooks_disabled', link: (page: string) => string): MailText =>
  kind === 'webhooks'
    ? {
        subject: 'um webhook não responde há um dia',
        lines: [
          'O sistema que recebe os eventos da sua loja recusa ou não responde há 24 horas. Continuamos tentando.',
          'Sem resposta por cinco dias, o webhook é desativado.',
          '',
          `Veja o que ele respondeu em ${link('settings/webhooks')}`,
        ],
      }
    : {
        subject: 'um webhook foi desativado',
        lines: [
          'O sistema que recebia os eventos da sua loja não responde há dias, ou pediu para não receber mais.',
          'Quando ele voltar, reative o webhook: os eventos dos últimos 30 dias podem ser reenviados.',
          '',
          `Reative em ${link('settings/webhooks')}`,
        ],
      };

/** CON6, CON7: the e-mail about a shop whose webhooks had stopped, or that must be connected again. */
const shopMail = (kind: 'shop_webhooks' | 'shop_reconnect', link: (page: string) => string): MailText =>
  kind === 'shop_webhooks'
    ? {
        subject: 'os avisos da sua loja tinham parado',
        lines: [
          'Sua loja tinha parado de avisar a Retoma dos pedidos. Religamos os avisos e buscamos o que faltou: nada se perdeu.',
          '',
          `Acompanhe em ${link('settings/platforms')}`,
        ],
      }
    : {
        subject: 'conecte sua loja de novo',
        lines: [
          'Sua loja não aceita mais o acesso da Retoma, então os pedidos novos não chegam. Conecte de novo: o que faltou vem junto.',
          '',
          `Conecte em ${link('settings/platforms')}`,
        ],
      };

/** COM44: the e-mail about templates that stopped. */
const stoppedTemplatesMail = (names: readonly string[], link: (page: string) => string): MailText => ({
  subject: 'um modelo do WhatsApp parou',
  lines: [
    `O WhatsApp pausou, recusou ou desativou: ${names.join(', ')}.`,
    'Fora das 24 horas, os passos que usam esse modelo não enviam.',
    '',
    'Corrija o modelo no Gerenciador do WhatsApp, ou escolha outro nos passos.',
    '',
    `Veja a conexão em ${link('settings/channels')}`,
  ],
});

/** The incidents whose end its owner sees by itself. */
const silentEnds: ReadonlySet<Incident['kind']> = new Set([
  'templates',
  'webhooks',
  'webhooks_disabled',
  'shop_webhooks',
  'shop_reconnect',
]);

/** The e-mail about the end of an incident; null: none is sent. */
const over = ({ baseUrl }: AlertDeps, incident: Incident): MailText | null => {
  const { storeId, kind } = incident;
  if (silentEnds.has(kind)) return null;
  const limit = limitOverMail(incident);
  if (limit !== undefined) return limit && { ...limit, lines: [...limit.lines, '', `${baseUrl()}/panel/${storeId}`] };
  const name = kind === 'late' ? undefined : channelNames[kind as Channel];
  return {
    subject: name ? `${name} voltou a enviar` : 'os envios voltaram ao normal',
    lines: [
      name ? `O canal ${name} da sua loja voltou a enviar.` : 'As mensagens da sua loja voltaram a sair na hora.',
      '',
      `${baseUrl()}/panel/${storeId}`,
    ],
  };
};
