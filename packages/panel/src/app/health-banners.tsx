import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { describeReason } from '@retoma/flow';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../api/call.ts';
import { useApiQuery, useApiMutation } from '../api/query.ts';
import { useStoreFormats } from '../ui/format/use-store-formats.ts';
import { Icon } from '../ui/icons.tsx';
import { useLocale } from '../ui/locale.tsx';
import { defineTexts, useTexts } from '../ui/texts.ts';
import { ButtonLink } from '../ui/links.tsx';
import { useStore } from '../ui/use-store.ts';

const texts = defineTexts(
  {
    down: (channel: string, since: string) => `${channel} não está enviando${since && `, desde ${since}`}.`,
    unverified: (channel: string) => `A conexão de ${channel} não foi verificada: as mensagens podem falhar.`,
    simulated: (names: string) =>
      `A loja vende de verdade, mas ${names} só simula: nenhum cliente recebe essas mensagens.`,
    toSelling: 'Ver o que falta',
    waiting: (count: string) => `${count} ${count === '1' ? 'mensagem esperando' : 'mensagens esperando'}.`,
    seeChannels: 'Ver canais',
    late: (minutes: string) => `Os envios estão atrasados ${minutes} min. Nada se perde: eles continuam na ordem.`,
    held: (count: string) =>
      count === '1'
        ? 'As mensagens a 1 contato novo estão retidas: chegaram contatos demais de uma vez.'
        : `As mensagens a ${count} contatos novos estão retidas: chegaram contatos demais de uma vez.`,
    heldUntil: (until: string) => `Elas saem aos poucos, até ${until}.`,
    heldWait: 'Elas esperam você liberar.',
    release: 'Liberar mensagens',
    released: 'Mensagens liberadas.',
    cards: 'Muitos cartões foram recusados. Para proteger sua loja, quem os testou paga só com PIX por enquanto.',
    notices: 'Avisos',
  },
  {
    down: (channel, since) => `${channel} is not sending${since && `, since ${since}`}.`,
    unverified: (channel) => `The connection of ${channel} is not verified: messages may fail.`,
    simulated: (names) => `The store sells for real, but ${names} only simulates: no customer gets these messages.`,
    toSelling: 'See what is missing',
    waiting: (count) => `${count} ${count === '1' ? 'message waits' : 'messages wait'}.`,
    seeChannels: 'See channels',
    late: (minutes) => `Sending is ${minutes} min late. Nothing is lost: it goes on in order.`,
    held: (count) =>
      count === '1'
        ? 'Messages to 1 new contact are held: too many contacts came at once.'
        : `Messages to ${count} new contacts are held: too many contacts came at once.`,
    heldUntil: (until) => `They go out little by little, until ${until}.`,
    heldWait: 'They wait for you to release them.',
    release: 'Release messages',
    released: 'Messages released.',
    cards: 'Too many cards were refused. To protect your store, shoppers who tried them pay with PIX alone for now.',
    notices: 'Notices',
  },
);

const pollMs = 60_000;
type Health = ApiResponse<'GET /panel/api/stores/:storeId/health'>;

/** Shown above the pages of a store: channels that do not work (not on the home page), held messages, late sending, and blocked cards. */
export function HealthBanners(): ReactNode {
  const t = useTexts(texts);
  const { number } = useStoreFormats();
  const { storeId } = useStore();
  const { pathname } = useLocation();
  const { data } = useApiQuery('GET /panel/api/stores/:storeId/health', {}, { refetchInterval: pollMs });
  // The home page has them among what needs the member.
  const isHome = pathname.replace(/\/$/, '') === `/${storeId}`;
  const shown = data && (isHome ? { ...data, channels: [], unverified: [], simulated: [] } : data);
  if (!shown || !hasBanner(shown)) return null;
  return (
    <Stack component="section" gap="xs" px={{ base: 'md', sm: 28 }} pt="md" maw={1280} mx="auto" aria-label={t.notices}>
      {shown.channels.map((channel) => (
        <DownChannel key={channel.channel} {...channel} />
      ))}
      {shown.unverified.map((channel) => (
        <UnverifiedChannel key={channel} channel={channel} />
      ))}
      {shown.simulated.length > 0 && <SimulatedChannels channels={shown.simulated} />}
      {shown.heldContacts && <HeldContacts {...shown.heldContacts} />}
      {shown.cardsBlocked && (
        <Alert color="ambar" icon={<Icon name="warning" />} py="xs">
          {t.cards}
        </Alert>
      )}
      {shown.lateSeconds > 0 && (
        <Alert color="ambar" icon={<Icon name="clock" />} py="xs">
          {t.late(number(Math.max(1, Math.round(shown.lateSeconds / 60))))}
        </Alert>
      )}
    </Stack>
  );
}

const hasBanner = ({ channels, unverified, simulated, lateSeconds, heldContacts, cardsBlocked }: Health): boolean =>
  channels.length > 0 ||
  unverified.length > 0 ||
  simulated.length > 0 ||
  lateSeconds > 0 ||
  heldContacts !== null ||
  cardsBlocked;

/** COM21: messages to too many new contacts are held; an owner can release them. */
function HeldContacts({ contacts, until }: NonNullable<Health['heldContacts']>): ReactNode {
  const t = useTexts(texts);
  const { number, instant } = useStoreFormats();
  const { can } = useStore();
  const release = useApiMutation('POST /panel/api/stores/:storeId/held-contacts/release', { done: t.released });
  return (
    <Alert color="ambar" icon={<Icon name="warning" />} py="xs">
      <Group justify="space-between" gap="sm">
        <Text>
          <b>{t.held(number(contacts))}</b> {until ? t.heldUntil(instant(until)) : t.heldWait}
        </Text>
        {can('changeSettings') && (
          <Button size="xs" variant="default" loading={release.isPending} onClick={() => release.mutate({})}>
            {t.release}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

function DownChannel({ channel, reason, waiting, since }: Health['channels'][number]): ReactNode {
  const t = useTexts(texts);
  const { number, instant } = useStoreFormats();
  const { locale } = useLocale();
  return (
    <Alert color="vermelho" icon={<Icon name="warning" />} py="xs">
      <Group justify="space-between" gap="sm">
        <Text>
          <b>{t.down(t[channel], since ? instant(since) : '')}</b> {reason && describeReason(reason, locale)}{' '}
          {waiting > 0 && t.waiting(number(waiting))}
        </Text>
        <SeeChannels />
      </Group>
    </Alert>
  );
}

/** COM15: a connection whose credentials the provider has not accepted yet. */
function UnverifiedChannel({ channel }: { channel: Health['unverified'][number] }): ReactNode {
  const t = useTexts(texts);
  return (
    <Alert color="ambar" icon={<Icon name="warning" />} py="xs">
      <Group justify="space-between" gap="sm">
        <Text>{t.unverified(t[channel])}</Text>
        <SeeChannels />
      </Group>
    </Alert>
  );
}

/** COM15: channels of a store that sells for real, which send nothing to anyone. */
function SimulatedChannels({ channels }: { channels: Health['simulated'] }): ReactNode {
  const t = useTexts(texts);
  const { can, storeId } = useStore();
  const names = channels.map((channel) => t[channel]).join(', ');
  return (
    <Alert color="ambar" icon={<Icon name="warning" />} py="xs">
      <Group justify="space-between" gap="sm">
        <Text>{t.simulated(names)}</Text>
        {can('changeSettings') && (
          <ButtonLink size="xs" variant="default" to="/$storeId/selling" params={{ storeId }} search={{}}>
            {t.toSelling}
          </ButtonLink>
        )}
      </Group>
    </Alert>
  );
}

function SeeChannels(): ReactNode {
  const t = useTexts(texts);
  const { can, storeId } = useStore();
  if (!can('changeSettings')) return null;
  return (
    <ButtonLink
      size="xs"
      variant="default"
      to="/$storeId/settings/$section"
      params={{ storeId, section: 'channels' }}
      search={{}}
    >
      {t.seeChannels}
    </ButtonLink>
  );
}
