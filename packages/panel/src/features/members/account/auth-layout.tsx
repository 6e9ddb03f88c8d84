import { Center, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { Surface } from '../../../ui/surface.tsx';

/** The frame of the pages that need no session. */
export function AuthLayout({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children: ReactNode;
}): ReactNode {
  useEffect(() => {
    document.title = `${title} · Retoma`;
  }, [title]);
  return (
    <Center mih="100vh" p="md" component="main">
      <Surface w="100%" maw={400} p="xl">
        <Stack gap="md">
          <img src="/panel/icon.svg" width={40} height={40} alt="Retoma" />
          <Title order={1}>{title}</Title>
          {text && <Text c="dimmed">{text}</Text>}
          {children}
        </Stack>
      </Surface>
    </Center>
  );
}
