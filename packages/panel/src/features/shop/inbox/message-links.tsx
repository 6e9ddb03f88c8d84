import { Anchor, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { inboxTexts } from './texts.ts';

const maxLinks = 8;

/** The links in a text, HTML or JSON, without duplicates and without images. */
export function linksIn(text: string): string[] {
  const hrefs = [...text.matchAll(/href="(https?:\/\/[^"]+)"/gi)].map(([, address]) =>
    address!.replaceAll('&amp;', '&'),
  );
  const plainTextLinks = /<[a-z]/i.test(text)
    ? []
    : [...text.matchAll(/https?:\/\/[^\s"'<>\\|]+/gi)].map(([address]) => address);
  const all = [...hrefs, ...plainTextLinks].map((address) => address.replace(/[.,;:!?)]+$/, ''));
  return [...new Set(all)]
    .filter((address) => !/\.(png|jpe?g|gif|svg|webp|ico)(\?|$)/i.test(address))
    .slice(0, maxLinks);
}

/** The links of a message. Links inside a preview cannot be opened, because its frame is sandboxed. */
export function MessageLinks({ text }: { text: string }): ReactNode {
  const t = useTexts(inboxTexts);
  const links = linksIn(text);
  if (links.length === 0) return null;
  return (
    <section aria-label={t.links}>
      <Text size="xs" c="dimmed" mb={4}>
        {t.links}
      </Text>
      <List size="sm" spacing={4} listStyleType="none">
        {links.map((address) => (
          <List.Item key={address} style={{ overflowWrap: 'anywhere' }}>
            <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
              {address.length > 90 ? `${address.slice(0, 89)}…` : address}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </section>
  );
}
