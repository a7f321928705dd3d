import { useQueryClient } from '@tanstack/react-query';
import { useEvent, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import type { PartRequest } from '../../../api/partRequests';
import { useCategoryName, useFreshParts } from '../../../api/parts';
import { recordKey } from '../../../api/recordQuery';
import { useCreationDraft } from '../../../core/creation/requestDraft';
import type { Origin } from '../../../core/creation/sourceRequest';
import { useDraftedForm } from '../../../core/creation/useDraftedForm';
import { useCreation } from '../../../core/creation/useRequestForm';
import { thumbOf } from '../../../core/files/localThumbnails';
import { changedLeaves } from '../../../core/forms/dirtyValues';
import { fieldProblems } from '../../../core/forms/fieldValidation';
import { applyServerErrors } from '../../../core/forms/serverErrors';
import { useLanguage } from '../../../core/i18n/useLanguage';
import { partyFields } from '../../shipping/PartyFields';
import type { PartyForm } from '../../shipping/shippingValues';
import { addItem, formPathOf, type Item, itemFrom, itemsBody, type NewItem, withoutImages } from './items';
import { readStored, type StoredForm } from './partRequestDraft';

/** What is typed and chosen; contact and address are empty where nobody is asked for them. */
interface FormValues {
  items: Item[];
  contact: PartyForm['contact'];
  address: PartyForm['address'];
}

export const PART_REQUEST_DRAFT = 'newPartRequest';
const noParty = {} as PartyForm;

/**
 * The form, its draft and its way to the server. `target` is the request that gets the items, null for a new one;
 * `offered` is the contact and address that were looked up, null where none are asked for.
 */
export function usePartRequest(target: PartRequest | null, offered: PartyForm | null, origin: Origin | null) {
  const translate = useTranslate();
  const client = useQueryClient();
  const language = useLanguage();
  const draft = useCreationDraft(PART_REQUEST_DRAFT, target?.id ?? origin?.id ?? 0, readStored);
  const [party] = useState(offered ?? noParty);
  const found = draft.found ?? (origin && { items: [itemFrom(origin)], party: null });
  const problemsOf = (values: FormValues) => (offered ? fieldProblems(partyFields, values) : {});
  const { form, untouched, clear } = useDraftedForm<FormValues, StoredForm>({
    draft,
    blank: { items: [], ...party },
    found: found && { items: found.items, ...(found.party ?? party) },
    contentOf: ({ items, contact, address }) => {
      const now = { contact, address };
      return { items, party: offered && Object.keys(changedLeaves(party, now)).length > 0 ? now : null };
    },
    problemsOf,
  });
  const items = form.getValues('items');
  const refusals = form.formState.errors.items;
  const itemErrors = useMemo(
    () => new Map(items.map(({ id }, index) => [id, refusals?.[index]?.message])),
    [items, refusals],
  );
  const label = useItemLabel(items);
  const change = (next: (items: readonly Item[]) => Item[]) => {
    form.setValue('items', next(form.getValues('items')));
    form.clearErrors('items');
  };

  const lacks = (): string | null => {
    if (untouched) return null;
    if (items.length === 0) return translate('newPartRequest.reason.empty');
    if (items.some(({ part, images }) => !part && images.length === 0)) {
      return translate('newPartRequest.reason.pictures');
    }
    if (items.some((item) => label(item).problem)) return translate('newPartRequest.reason.gone');
    const left = Object.keys(problemsOf(form.getValues())).length;
    return left > 0 ? translate('creation.reason.fields', { smart_count: left }) : null;
  };
  const creation = useCreation({
    draft,
    clear,
    untouched,
    lacks: lacks(),
    judge: (review) => void form.handleSubmit(review)(),
    files: () =>
      form
        .getValues('items')
        .flatMap(({ name, images }) => images.map((image) => ({ id: image.id, label: `${image.name} (${name})` }))),
    removeFiles: (gone) => change((now) => withoutImages(now, gone)),
    resource: 'partRequests',
    query: target ? { partRequestId: target.id, version: target.version } : origin ? { originId: origin.id } : {},
    body: () => {
      form.clearErrors('items');
      const { items: sent, contact, address } = form.getValues();
      return { ...(target ? {} : { contact, address }), parts: itemsBody(sent) };
    },
    place: (error) => {
      const { placed, loose } = applyServerErrors(form, error, formPathOf);
      return { count: Object.keys(placed).length, loose };
    },
    // Another version: the next try goes to the request as it is now.
    onRefused: () =>
      target && client.invalidateQueries({ queryKey: recordKey('partRequests', target.id, { language }) }),
    sentWord: target ? 'newPartRequest.added' : 'newPartRequest.sent',
    next: target ? `process-part-request/${target.id}` : 'part-request/list',
  });
  return {
    form,
    items,
    itemErrors,
    label,
    creation,
    add: useEvent((added: NewItem) => change((now) => addItem(now, added))),
    remove: useEvent((id: number) => change((now) => now.filter((item) => item.id !== id))),
  };
}

/** Picture, name and what stands below it; and that a part is no longer offered. */
export function useItemLabel(items: readonly Item[]) {
  const translate = useTranslate();
  const parts = items.flatMap(({ part }) => part ?? []);
  const { freshOf, isGone } = useFreshParts('PARTS', parts);
  const categoryName = useCategoryName();
  return (item: Item) => {
    const { part, name, images } = item;
    if (!part) {
      const pictures = translate('newPartRequest.items.pictures', { smart_count: images.length });
      return {
        imageUrl: images[0] ? thumbOf(images[0].id) : null,
        name,
        below: `${translate('newPartRequest.items.proposed')} · ${pictures}`,
        problem: images.length === 0 ? translate('newPartRequest.items.noPicture') : null,
      };
    }
    return {
      imageUrl: freshOf(part).imageUrl,
      name,
      below: [part.maker, categoryName(part.category)].filter(Boolean).join(' · '),
      problem: isGone(part) ? translate('newPartRequest.items.gone') : null,
    };
  };
}
