import { Center, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { defineTexts, useTexts } from '../ui/texts.ts';
import { AnchorLink } from '../ui/links.tsx';

const texts = defineTexts(
  {
    title: 'Esta página não existe',
    text: 'O endereço pode ter mudado.',
    home: 'Voltar ao início',
    noStore: 'Você ainda não faz parte de nenhuma loja',
    ask: 'Peça à dona da loja para convidar o seu e-mail.',
  },
  {
    title: 'Page not found',
    text: 'Its address may have changed.',
    home: 'Back to the start',
    noStore: 'You do not work for a store yet',
    ask: 'Ask the owner of the store to invite your e-mail.',
  },
);

/** The page of a signed-in user without a store. */
export function NoStore(): ReactNode {
  const t = useTexts(texts);
  return (
    <Center component="main" mih="60vh">
      <Stack align="center" gap="xs">
        <Title order={1}>{t.noStore}</Title>
        <Text c="dimmed">{t.ask}</Text>
      </Stack>
    </Center>
  );
}

/** The page of an unknown address. */
export function Missing(): ReactNode {
  const t = useTexts(texts);
  return (
    <Center component="main" mih="60vh">
      <Stack align="center" gap="xs">
        <Title order={1}>{t.title}</Title>
        <Text c="dimmed">{t.text}</Text>
        <AnchorLink to="/">{t.home}</AnchorLink>
      </Stack>
    </Center>
  );
}
