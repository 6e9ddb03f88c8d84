import type { Incident } from '../../automations/results/queries/incidents.ts';

/** An e-mail to the owners of a store, without its greeting. */
export type MailText = { readonly subject: string; readonly lines: readonly string[] };

/** The e-mails about a limit: when it is reached or almost reached, and when that is over; null: no e-mail. */
type LimitMails = { readonly reached: (link: LinkTo) => MailText; readonly over: MailText | null };

type LinkTo = (page: string) => string;

const channelNames = { whatsapp: 'WhatsApp', email: 'E-mail', sms: 'SMS' } as const;

const daily = (channel: keyof typeof channelNames): LimitMails => ({
  reached: (link) => ({
    subject: `${channelNames[channel]} está perto do limite do dia`,
    lines: [
      `O canal ${channelNames[channel]} da sua loja já enviou 80% do limite diário que você definiu.`,
      'Ao chegar ao limite, as próximas mensagens esperam o dia seguinte.',
      '',
      `Se o movimento é esperado, aumente o limite em ${link('settings/channels')}`,
    ],
  }),
  over: null,
});

/** The e-mails of each limit. Those about channels and late work are in notify-owners.ts. */
const limitMails: Partial<Record<Incident['kind'], LimitMails>> = {
  daily_whatsapp: daily('whatsapp'),
  daily_email: daily('email'),
  daily_sms: daily('sms'),
  contacts: {
    reached: (link) => ({
      subject: 'mensagens a contatos novos estão retidas',
      lines: [
        'Chegaram contatos novos demais de um mesmo lugar, ou de uma vez. Pode ser alguém usando a sua loja para mandar mensagens a estranhos.',
        'As mensagens que passaram do limite esperam: saem aos poucos, ou quando você liberar.',
        '',
        `Veja os contatos e decida em ${link('runs')}`,
        '',
        'Se os carrinhos vêm do servidor da sua loja, assine-os: os assinados não contam.',
      ],
    }),
    over: { subject: 'não há mais mensagens retidas', lines: ['As mensagens a contatos novos saem de novo na hora.'] },
  },
  store_bytes: {
    reached: () => ({
      subject: 'sua loja está perto do limite de dados do dia',
      lines: [
        'Os carrinhos e eventos da sua loja já usaram 80% do espaço de um dia. No limite, os próximos são recusados com o código 429.',
        'Confira se a sua loja manda carrinhos grandes demais. Se não for ela, troque a chave pública.',
      ],
    }),
    over: { subject: 'o limite de dados voltou ao normal', lines: ['Sua loja tem espaço de novo.'] },
  },
  cards: {
    reached: (link) => ({
      subject: 'muitos cartões recusados: oferecemos só PIX',
      lines: [
        'Alguém testou cartões demais na sua página de pagamento, e os bancos recusaram. Para proteger sua conta no provedor,',
        'quem testou, ou a loja toda se foram muitos, paga só com PIX por enquanto.',
        '',
        `Confira os pedidos em ${link('orders')}`,
      ],
    }),
    over: { subject: 'cartões voltaram a ser aceitos', lines: ['Sua página de pagamento aceita cartões de novo.'] },
  },
};

/** The e-mail about a reached limit; undefined if the incident is not about a limit. */
export const limitReachedMail = ({ kind }: Incident, link: LinkTo): MailText | undefined =>
  limitMails[kind]?.reached(link);

/** The e-mail about a limit that is not reached any more; null: none is sent; undefined: the incident is not about a limit. */
export const limitOverMail = ({ kind }: Incident): MailText | null | undefined => limitMails[kind]?.over;
