import { useQueryClient } from '@tanstack/react-query';
import { useEvent, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { PartRequest } from '../../../api/partRequests';
import { useCategoryName, useRefreshParts } from '../../../api/parts';
import { buildRecordKey } from '../../../api/recordQuery';
import { exampleFile, hasShape } from '../../../core/creation/hasShape';
import { useRequestDraft } from '../../../core/creation/requestDraft';
import type { SourceRequest } from '../../../core/creation/sourceRequest';
import { useRequestForm } from '../../../core/creation/useRequestForm';
import { getLocalThumbnail } from '../../../core/files/localThumbnails';
import { hasChanges } from '../../../core/forms/dirtyValues';
import { validateFields } from '../../../core/forms/fieldValidation';
import { usePortalForm } from '../../../core/forms/usePortalForm';
import { createResolver } from '../../../core/forms/validators';
import { useLanguage } from '../../../core/i18n/useLanguage';
import { partyFields } from '../../shipping/PartyFields';
import type { PartyForm } from '../../shipping/shippingValues';
import {
  addItem,
  createItemFromSource,
  type Item,
  type NewItem,
  toFormPath,
  toItemsBody,
  withoutImages,
} from './items';

/** Stored content of the draft. */
interface StoredForm {
  items: Item[];
  /** Contact and address if the user changed the prefilled ones, else null. */
  party: PartyForm | null;
}

const exampleItem = { id: 0, name: '', quantity: 0, images: [exampleFile] };
const exampleParty = { contact: { backupEmails: [] }, address: { companyName: '' } };

const isItem = (value: unknown): value is Item =>
  hasShape(value, exampleItem) && 'part' in value && (value.part === null || hasShape(value.part, { id: 0 }));

const isParty = (value: unknown): value is PartyForm => hasShape(value, exampleParty);

/** Parse a draft without invalid items or contact; return null if nothing is left. */
export function parsePartRequestDraft(value: unknown): StoredForm | null {
  const { items, party } = (value ?? {}) as Partial<Record<keyof StoredForm, unknown>>;
  const stored = {
    items: Array.isArray(items) ? items.filter(isItem) : [],
    party: isParty(party) ? party : null,
  };
  return isBlank(stored) ? null : stored;
}

/** Return whether nothing is chosen or typed. */
const isBlank = ({ items, party }: StoredForm): boolean => items.length === 0 && party === null;

/** Form values; contact and address are empty if the form has none. */
interface FormValues {
  items: Item[];
  contact: PartyForm['contact'];
  address: PartyForm['address'];
}

export const PART_REQUEST_DRAFT = 'newPartRequest';
const EMPTY_PARTY = {} as PartyForm;

/**
 * Return the form of a part request with its draft and submission. `target` is the request that gets the items, null
 * for a new one; `offered` is the prefilled contact and address, null if the form has none.
 */
export function usePartRequest(target: PartRequest | null, offered: PartyForm | null, origin: SourceRequest | null) {
  const translate = useTranslate();
  const client = useQueryClient();
  const language = useLanguage();
  const draft = useRequestDraft(PART_REQUEST_DRAFT, target?.id ?? origin?.id ?? 0, parsePartRequestDraft);
  const [party] = useState(offered ?? EMPTY_PARTY);
  const restored = draft.found ?? (origin && { items: [createItemFromSource(origin)], party: null });
  const validateForm = (values: FormValues) => (offered ? validateFields(partyFields, values) : {});
  const [blank] = useState<FormValues>({ items: [], ...party });
  // Not a PortalForm: a form of the page adds the items, and HTML forms cannot be nested.
  const form = useForm<FormValues>({
    defaultValues: restored ? { items: restored.items, ...(restored.party ?? party) } : blank,
    resolver: createResolver(validateForm),
  });
  useWatch({ control: form.control });
  const isPristine = !hasChanges(blank, form.getValues());
  const getContent = ({ items, contact, address }: FormValues): StoredForm => {
    const current = { contact, address };
    return { items, party: offered && hasChanges(party, current) ? current : null };
  };
  const { discard, applyServerErrors } = usePortalForm(form, blank, { key: draft, getContent }, !isPristine);
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

  const getMissingReason = (): string | null => {
    if (items.length === 0) return translate('newPartRequest.reason.empty');
    if (items.some(({ part, images }) => !part && images.length === 0)) {
      return translate('newPartRequest.reason.pictures');
    }
    if (items.some((item) => label(item).problem)) return translate('newPartRequest.reason.gone');
    const missingCount = Object.keys(validateForm(form.getValues())).length;
    return missingCount > 0 ? translate('creation.reason.fields', { smart_count: missingCount }) : null;
  };
  const creation = useRequestForm({
    draft,
    clear: discard,
    isPristine,
    missingReason: getMissingReason(),
    validate: (review) => void form.handleSubmit(review)(),
    files: () =>
      form
        .getValues('items')
        .flatMap(({ name, images }) => images.map((image) => ({ id: image.id, label: `${image.name} (${name})` }))),
    removeFiles: (ids) => change((current) => withoutImages(current, ids)),
    resource: 'partRequests',
    query: target ? { partRequestId: target.id, version: target.version } : origin ? { originId: origin.id } : {},
    body: () => {
      form.clearErrors('items');
      const { items: sent, contact, address } = form.getValues();
      return { ...(target ? {} : { contact, address }), parts: toItemsBody(sent) };
    },
    applyServerErrors: (error) => applyServerErrors(error, toFormPath),
    // Version conflict: refetch, so that the next try uses the current version.
    onRejected: () =>
      target && client.invalidateQueries({ queryKey: buildRecordKey('partRequests', target.id, { language }) }),
    successMessage: target ? 'newPartRequest.added' : 'newPartRequest.sent',
    next: target ? `process-part-request/${target.id}` : 'part-request/list',
  });
  return {
    form,
    items,
    itemErrors,
    label,
    creation,
    add: useEvent((added: NewItem) => change((current) => addItem(current, added))),
    setQuantity: useEvent((id: number, quantity: number) =>
      change((current) => current.map((item) => (item.id === id ? { ...item, quantity } : item))),
    ),
    remove: useEvent((id: number) => change((current) => current.filter((item) => item.id !== id))),
  };
}

/** Return a function for the image, name, secondary text and problem of an item. */
export function useItemLabel(items: readonly Item[]) {
  const translate = useTranslate();
  const parts = items.flatMap(({ part }) => part ?? []);
  const { getCurrent, isMissing } = useRefreshParts('PARTS', parts);
  const categoryName = useCategoryName();
  return (item: Item) => {
    const { part, name, images } = item;
    if (!part) {
      const pictures = translate('newPartRequest.items.pictures', { smart_count: images.length });
      return {
        imageUrl: images[0] ? getLocalThumbnail(images[0].id) : null,
        name,
        secondary: `${translate('newPartRequest.items.proposed')} · ${pictures}`,
        problem: images.length === 0 ? translate('newPartRequest.items.noPicture') : null,
      };
    }
    return {
      imageUrl: getCurrent(part).imageUrl,
      name,
      secondary: [part.maker, categoryName(part.category)].filter(Boolean).join(' · '),
      problem: isMissing(part) ? translate('newPartRequest.items.gone') : null,
    };
  };
}
