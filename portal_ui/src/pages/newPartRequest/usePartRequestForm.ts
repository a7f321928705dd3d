import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useCreationDraft } from '../../kernel/creation/useCreationDraft';
import { changedLeaves } from '../../kernel/saving/merge';
import { resolverOf } from '../../kernel/saving/rules';
import { partyProblems } from '../../kernel/shipping/rules';
import type { PartyForm } from '../../kernel/shipping/values';
import { addItem, type Item, type NewItem, withoutImages } from './items';
import { isBlank, readStored } from './partRequestDraft';

const KEPT_AFTER_MS = 500;

const isChanged = (before: PartyForm, now: PartyForm): boolean => Object.keys(changedLeaves(before, now)).length > 0;

/**
 * The whole state of the page: items, contact and address, and the draft that keeps them on this device.
 * `target` is the request that gets the items, null for a new one; `lookedUp` is the contact and address offered at first, null where none are asked for.
 */
export function usePartRequestForm(target: number | null, lookedUp: PartyForm | null) {
  const [offered] = useState(lookedUp);
  const draft = useCreationDraft('newPartRequest', target ?? 0, readStored);
  const [items, setItems] = useState<readonly Item[]>(draft.found?.items ?? []);
  const [itemErrors, setItemErrors] = useState<ReadonlyMap<number, string>>(new Map());
  const latest = useRef(items);

  const form = useForm<PartyForm>({
    defaultValues: draft.found?.party ?? offered ?? {},
    mode: 'onSubmit',
    // Where items are only added, nobody is asked for a contact.
    resolver: resolverOf((values) => (offered ? partyProblems(values) : {})),
  });

  const partyOf = useCallback(() => {
    const values = form.getValues();
    return offered && isChanged(offered, values) ? structuredClone(values) : null;
  }, [form, offered]);
  useEffect(
    () =>
      draft.watch(() => {
        const stored = { items: latest.current, party: partyOf() };
        return isBlank(stored) ? null : stored;
      }, KEPT_AFTER_MS),
    [draft, partyOf],
  );
  useEffect(() => {
    if (!offered) return;
    return form.subscribe({ formState: { values: true }, callback: draft.touch });
  }, [form, offered, draft]);

  const actions = useMemo(() => {
    const change = (next: readonly Item[]) => {
      latest.current = next;
      setItems(next);
      setItemErrors(new Map());
      draft.touch();
    };
    return {
      add: (added: NewItem) => change(addItem(latest.current, added)),
      remove: (id: number) => change(latest.current.filter((item) => item.id !== id)),
      removeImages: (gone: ReadonlySet<string>) => change(withoutImages(latest.current, gone)),
      clear: () => {
        change([]);
        form.reset(offered ?? {});
      },
    };
  }, [draft, form, offered]);

  return { form, items, latest, itemErrors, setItemErrors, draft, typed: partyOf, ...actions };
}

export type PartRequestForm = ReturnType<typeof usePartRequestForm>;
