import {
  ActionIcon,
  Button,
  FileButton,
  Group,
  Image,
  Popover,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useApiQuery, useApiMutation } from '../api/query.ts';
import { Loaded } from './feedback/loaded.tsx';
import { notifyError } from './feedback/notify.ts';
import { defineTexts, useTexts } from './texts.ts';

const texts = defineTexts(
  {
    send: 'Enviar imagem',
    sent: 'Imagens já enviadas',
    none: 'Nenhuma imagem enviada ainda.',
    takes: 'PNG, JPEG ou WebP de até 256 KB.',
    use: (index: number) => `Usar a imagem ${index}`,
    pickedImage: 'Imagem escolhida',
  },
  {
    send: 'Send a picture',
    sent: 'Pictures sent before',
    none: 'No picture was sent yet.',
    takes: 'PNG, JPEG or WebP of up to 256 KB.',
    use: (index) => `Use picture ${index}`,
    pickedImage: 'The chosen picture',
  },
);

type MediaFieldProps = {
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  /** The URL of the picture, on any host; '' for none. */
  value: string;
  onChange: (url: string) => void;
};

/** The URL of a picture: typed, of an upload, or of an earlier upload. */
export function MediaField({ label, description, error, value, onChange }: MediaFieldProps): ReactNode {
  const t = useTexts(texts);
  return (
    <Stack gap="xs">
      <TextInput
        label={label}
        description={description}
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...(/^https?:\/\/./.test(value) && {
          leftSection: <Image key={value} src={value} alt={t.pickedImage} w={24} h={24} fit="contain" />,
        })}
      />
      <MediaSource onChoose={onChange} />
    </Stack>
  );
}

/** Buttons that upload a picture or select an earlier upload. */
export function MediaSource({ onChoose }: { onChoose: (url: string) => void }): ReactNode {
  const t = useTexts(texts);
  const add = useApiMutation('POST /panel/api/stores/:storeId/media');
  const send = async (file: File | null): Promise<void> => {
    if (!file) return;
    const data = await base64Of(file);
    add.mutate({ body: { data } }, { onSuccess: ({ url }) => onChoose(url), onError: notifyError });
  };
  return (
    <Group gap="xs">
      <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void send(file)}>
        {(props) => (
          <Button size="xs" variant="default" loading={add.isPending} {...props}>
            {t.send}
          </Button>
        )}
      </FileButton>
      <Sent onChoose={onChoose} />
      <Text size="xs" c="dimmed">
        {t.takes}
      </Text>
    </Group>
  );
}

/** A list of earlier uploads to choose from. */
function Sent({ onChoose }: { onChoose: (url: string) => void }): ReactNode {
  const t = useTexts(texts);
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <Popover opened={isOpen} onChange={(opened) => !opened && close()} withinPortal trapFocus width={300}>
      <Popover.Target>
        <Button size="xs" variant="subtle" onClick={toggle}>
          {t.sent}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.sent}>
        {isOpen && (
          <Pictures
            onChoose={(url) => {
              onChoose(url);
              close();
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function Pictures({ onChoose }: { onChoose: (url: string) => void }): ReactNode {
  const t = useTexts(texts);
  const query = useApiQuery('GET /panel/api/stores/:storeId/media', {});
  return (
    <Loaded query={query} rows={2}>
      {({ pictures }) =>
        pictures.length === 0 ? (
          <Text>{t.none}</Text>
        ) : (
          <SimpleGrid cols={4} spacing="xs" mah={260} style={{ overflowY: 'auto' }}>
            {pictures.map(({ url }, index) => (
              <ActionIcon
                key={url}
                variant="default"
                size={60}
                aria-label={t.use(index + 1)}
                onClick={() => onChoose(url)}
              >
                <Image src={url} alt="" w={52} h={52} fit="contain" loading="lazy" />
              </ActionIcon>
            ))}
          </SimpleGrid>
        )
      }
    </Loaded>
  );
}

/** The bytes of a file, in base64. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => reject(new Error('unreadable file')));
    reader.addEventListener('load', () => {
      const address = reader.result as string;
      resolve(address.slice(address.indexOf(',') + 1));
    });
    reader.readAsDataURL(file);
  });
}
