import { ActionIcon, Button, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { DialogFoot } from '../../../../ui/feedback/dialog-foot.tsx';
import { useApiQuery, useApiMutation } from '../../../../api/query.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { notifyError } from '../../../../ui/feedback/notify.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useFilter, type Filter } from './filter.ts';
import { viewTexts } from './view-texts.ts';

const route = 'GET /panel/api/stores/:storeId/run-views';

/** Filters that a member saves under a name for their own use; the search text is not saved. */
export function SavedViews(): ReactNode {
  const t = useTexts(viewTexts);
  const { filter, set } = useFilter();
  const views = useApiQuery(route, {}).data?.views ?? [];
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const { search: _search, ...stored } = filter;
  return (
    <>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="list" size={16} />}>
            {t.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item key={view.viewId} onClick={() => set(view.filter as Filter)}>
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item
            leftSection={<Icon name="plus" size={16} />}
            disabled={Object.keys(stored).length === 0}
            onClick={() => setDialog('save')}
          >
            {Object.keys(stored).length === 0 ? t.nothingToSave : t.save}
          </Menu.Item>
          {views.length > 0 && (
            <Menu.Item leftSection={<Icon name="trash" size={16} />} onClick={() => setDialog('manage')}>
              {t.manage}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SaveDialog filter={stored} onClose={() => setDialog(undefined)} />}
      {dialog === 'manage' && <ManageDialog views={views} onClose={() => setDialog(undefined)} />}
    </>
  );
}

function SaveDialog({ filter, onClose }: { filter: Omit<Filter, 'search'>; onClose: () => void }): ReactNode {
  const t = useTexts(viewTexts);
  const save = useApiMutation('POST /panel/api/stores/:storeId/run-views', { done: t.saved, onSuccess: onClose });
  const form = useForm({ initialValues: { name: '' } });
  return (
    <Modal opened title={t.save} onClose={onClose}>
      <form onSubmit={form.onSubmit(({ name }) => save.mutate({ body: { name: name.trim(), filter } }))}>
        <Stack>
          <TextInput
            label={t.name}
            description={t.nameHint}
            data-autofocus
            required
            maxLength={60}
            {...form.getInputProps('name')}
            error={save.error?.message}
          />
          <DialogFoot>
            <Button type="submit" loading={save.isPending} disabled={form.values.name.trim() === ''}>
              {t.doSave}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  );
}

type View = { viewId: string; name: string };

function ManageDialog({ views, onClose }: { views: readonly View[]; onClose: () => void }): ReactNode {
  const t = useTexts(viewTexts);
  const remove = useApiMutation('POST /panel/api/stores/:storeId/run-views/:viewId/remove', { onError: notifyError });
  return (
    <Modal opened title={t.manage} onClose={onClose}>
      <Stack gap="xs">
        {views.length === 0 && <Text c="dimmed">{t.none}</Text>}
        {views.map(({ viewId, name }) => (
          <Group key={viewId} justify="space-between" wrap="nowrap">
            <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
            <ActionIcon
              variant="subtle"
              color="vermelho"
              aria-label={t.remove(name)}
              onClick={() => remove.mutate({ params: { viewId }, body: {} })}
            >
              <Icon name="trash" size={16} />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
