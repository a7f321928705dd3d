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

/** Why values may not be saved now, next to those that the form was filled with; null where they may. */
export type BlockedReason = (values: FormValues, before: FormValues) => string | null;

interface Options {
  resource: ResourceMeta;
  fields: readonly Field[];
  /** The record to edit; a new one without it. */
  record: ResourceRecord | undefined;
  blockedReason?: BlockedReason | undefined;
  /** Runs once the form is clean: leaving it asks nothing. */
  onSaved: (record: ResourceRecord, sent: FormValues) => void;
}

type Target = UpdateTarget<ResourceRecord, Record<string, unknown>, ResourceRecord>;

/** Save a declared form as one record of its resource; a version conflict is resolved in the form. */
export function useRecordSave({ resource: { name }, fields, record, blockedReason, onSaved }: Options) {
  const provider = useDataProvider();
  const textOf = useFormatValue();
  const [update] = useUpdate<ResourceRecord>(name);
  const [create] = useCreate<ResourceRecord>(name);
  // The state that the form was filled from; a newer one that arrives by itself changes nothing under one's hands.
  const [opened, setOpened] = useState(record);

  const target: Target = {
    version: () => opened?.version,
    send: async (data, version) => {
      const answer = opened
        ? await update(
            name,
            { id: opened.id, data: { ...data, version }, previousData: opened },
            { mutationMode: 'pessimistic', returnPromise: true },
          )
        : await create(name, { data }, { returnPromise: true });
      return { answer: answer as ResourceRecord, isBehind: false };
    },
    fetchFresh: async () => (await provider.getOne<ResourceRecord>(name, { id: Number(opened?.id) })).data,
    // The form shows a newer record once the user has chosen what is kept of it.
    show: () => {},
    invalidateLists: () => {},
    returnsRecord: true,
  };
  const { run, busy, problem, stale, refuse, dismiss } = useRequestUpdate(target, useUnsavedForms());

  const submit = async (values: FormValues, edited: PortalFormState<FormValues>) => {
    const before = toFormValues(fields, opened);
    const reason = blockedReason?.(values, before) ?? null;
    if (reason !== null) return refuse({ kind: 'refused', message: reason, details: [] });
    const fieldAt = (path: string) => fields.find(({ key }) => key === path.split('.')[0]);
    await run(toRequestBody(fields, values, before, opened ? 'edit' : 'create'), {
      applyServerErrors: (error) => edited.applyServerErrors(error, (path) => toFormPath(fields, path)),
      getDifferences: (fresh) =>
        getDifferences(before, toFormValues(fields, fresh), values, {
          label: (path) => fieldAt(path)?.label ?? '',
          text: (path, value) => {
            const field = fieldAt(path);
            return field ? textOf(field, value) : '';
          },
        }),
      onSaved: (answer) => {
        // Keep values typed since the save. Synchronously, so that the unsaved forms are known before navigation.
        flushSync(() => {
          edited.markSaved(values, opened ? toFormValues(fields, answer) : values);
          if (opened) setOpened(answer);
        });
        if (!opened) edited.end();
        onSaved(answer, values);
      },
    });
  };

  /** Goes on with the newer state; what was typed stays where it is to be kept. */
  const resolveConflict = (edited: PortalFormState<FormValues>, keep: boolean) => {
    if (!stale) return;
    edited.fill(toFormValues(fields, stale.fresh));
    if (!keep) edited.discard();
    setOpened(stale.fresh);
    dismiss();
  };

  return { opened, submit, busy, problem, stale, dismiss, resolveConflict };
}

export type RecordSave = ReturnType<typeof useRecordSave>;
