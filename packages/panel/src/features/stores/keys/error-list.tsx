import { Code, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

/** The refusals of the checkout API, each with its solution. */
export function ErrorList(): ReactNode {
  const t = useTexts(texts);
  const errors = [
    ['401', 'MISSING_API_KEY', t.missing],
    ['401', 'INVALID_API_KEY', t.invalid],
    ['404', 'STORE_NOT_FOUND', t.notFound],
    ['403', 'STORE_INACTIVE', t.inactive],
    ['400', 'INVALID_PAYLOAD', t.payload],
    ['403', 'UNSIGNED_CART', t.unsigned],
    ['429', 'RATE_LIMITED', t.limited],
  ] as const;
  return (
    <List listStyleType="none" spacing="sm">
      {errors.map(([status, code, means]) => (
        <List.Item key={code}>
          <Code>
            {status} {code}
          </Code>
          <Text>{means}</Text>
        </List.Item>
      ))}
    </List>
  );
}
