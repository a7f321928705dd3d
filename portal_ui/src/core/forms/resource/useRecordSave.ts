import { useCreate, useDataProvider, useUpdate } from 'ra-core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Field, ResourceMeta } from '../../../api/types';
import { getDifferences } from '../dirtyValues';
import { useUnsavedForms } from '../unsavedForms';
import type { PortalFormState } from '../usePortalForm';
import { type UpdateTarget, useRequestUpdate } from '../useRequestUpdate';
import { type FormValues, type ResourceRecord, toFormPath, toFormValues, toRequestBody } from './formValues';
import { useFormatValue } from './useFormatValue';

/** Callback for the reason why values cannot be saved, or null. `before` are the initial values. */
export type BlockedReason = (values: FormValues, before: FormValues) => string | null;

interface Options {
  resource: ResourceMeta;
  fields: readonly Field[];
  /** Record to edit; undefined for a new one. */
  record: ResourceRecord | undefined;
  blockedReason?: BlockedReason | undefined;
  /** Callback once the form is clean, so that leaving needs no confirmation. */
  onSaved: (record: ResourceRecord, sent: FormValues) => void;
}

type Target = UpdateTarget<ResourceRecord, Record<string, unknown>, ResourceRecord>;

/** Return the save state of a declared form, with conflicts resolved in the form. */
export function useRecordSave({ resource: { name }, fields, record, blockedReason, onSaved }: Options) {
  const provider = useDataProvider();
  const formatValue = useFormatValue();
  const [update] = useUpdate<ResourceRecord>(name);
  const [create] = useCreate<ResourceRecord>(name);
  // Record that filled the form. A refetched one must not change the form while the user types.
  const [opened, setOpened] = useState(record);

  const target: Target = {
    version: () => opened?.version,
    send: async (data, version) => {
      const response = opened
        ? await update(
            name,
            { id: opened.id, data: { ...data, version }, previousData: opened },
            { mutationMode: 'pessimistic', returnPromise: true },
          )
        : await create(name, { data }, { returnPromise: true });
      return { response: response as ResourceRecord, isBehind: false };
    },
    fetchLatest: async () => (await provider.getOne<ResourceRecord>(name, { id: Number(opened?.id) })).data,
    // The form shows a newer record once the user has resolved the conflict.
    show: () => {},
    invalidateLists: () => {},
    returnsRecord: true,
  };
  const { run, busy, problem, stale, showProblem, dismiss } = useRequestUpdate(target, useUnsavedForms());

  const submit = async (values: FormValues, edited: PortalFormState<FormValues>) => {
    const before = toFormValues(fields, opened);
    const reason = blockedReason?.(values, before) ?? null;
    if (reason !== null) return showProblem({ kind: 'refused', message: reason, details: [] });
    const findField = (path: string) => fields.find(({ key }) => key === path.split('.')[0]);
    await run(toRequestBody(fields, values, before, opened ? 'edit' : 'create'), {
      applyServerErrors: (error) => edited.applyServerErrors(error, (path) => toFormPath(fields, path)),
      getDifferences: (latest) =>
        getDifferences(before, toFormValues(fields, latest), values, {
          label: (path) => findField(path)?.label ?? '',
          text: (path, value) => {
            const field = findField(path);
            return field ? formatValue(field, value) : '';
          },
        }),
      onSaved: (response) => {
        // Keep values typed since the save. Synchronously, so that the leave prompt is up to date before navigation.
        flushSync(() => {
          edited.markSaved(values, opened ? toFormValues(fields, response) : values);
          if (opened) setOpened(response);
        });
        if (!opened) edited.end();
        onSaved(response, values);
      },
    });
  };

  /** Load the newer record; with `keepDirty`, dirty fields keep their values. */
  const resolveConflict = (edited: PortalFormState<FormValues>, keepDirty: boolean) => {
    if (!stale) return;
    edited.fill(toFormValues(fields, stale.latest));
    if (!keepDirty) edited.discard();
    setOpened(stale.latest);
    dismiss();
  };

  return { opened, submit, busy, problem, stale, dismiss, resolveConflict };
}

export type RecordSave = ReturnType<typeof useRecordSave>;
