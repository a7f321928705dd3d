import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useCallback, useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type PathValue,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { changedLeaves, type Difference, differencesOf, type Naming } from '../../kernel/saving/merge';
import { problemOf, type SaveProblem } from '../../kernel/saving/problem';
import { applyServerErrors } from '../../kernel/saving/serverErrors';
import { useUnsavedForm } from '../../kernel/saving/unsavedForms';
import { ApiError } from '../../server/errors';
import { useFeedback } from '../../shared/feedback';
import { useRenamedErrors, useResolver } from './fieldRules';
import type { Card, UserProfile } from './profile';
import type { Problems } from './rules';
import { useUser } from './userContext';

export type CardOptions<T extends FieldValues> = {
  card: Card;
  /** The card's values as the profile has them. Keep these three steady (outside the component or memoised). */
  valuesOf: (profile: UserProfile) => T;
  problemsOf: (values: T) => Problems;
  /** How a field and its value are told to who has to choose between two of them. */
  naming: Naming;
  /** The form's path of the server's. */
  pathOf?: (path: string) => string;
  /** The field that a refusal of this code belongs to. */
  taken?: { code: string; path: string };
  /** Carries it out; `before` is what was read. Answers the username that the user has from then on. */
  save: (values: T, before: T, version: string | undefined) => Promise<string>;
  /** What the fields hold once it is saved, where that is not what was sent. */
  afterSave?: (values: T) => T;
  /** What is said when it is saved. */
  done: (sent: T) => string;
  /** May this be sent now? Otherwise says why not. */
  hindrance?: (values: T, before: T) => string | null;
};

export type CardForm<T extends FieldValues> = {
  form: UseFormReturn<T>;
  submit: () => void;
  problem: SaveProblem | null;
  /** Somebody else saved this card meanwhile: what is different now. */
  stale: Difference[] | null;
  /** Goes on with the new state; what was typed stays in its fields where it is to be kept. */
  choose: (keep: boolean) => void;
  dismiss: () => void;
};

/** One card of a user: a form that is saved by itself, is told when somebody else was faster, and loses nothing typed. */
export function useCard<T extends FieldValues>(options: CardOptions<T>): CardForm<T> {
  const { profile, reload, renamed } = useUser();
  const { card, valuesOf, problemsOf } = options;
  const client = useQueryClient();
  const translate = useTranslate();
  const feedback = useFeedback();
  const form = useForm<T>({
    defaultValues: valuesOf(profile) as DefaultValues<T>,
    mode: 'onTouched',
    resolver: useResolver(problemsOf) as never,
  });
  const [baseline] = useState(() => ({ values: valuesOf(profile), version: profile.versions[card], profile }));
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [stale, setStale] = useState(false);
  const dirty = form.formState.isDirty;
  useRenamedErrors(form);

  /** Makes `next` what is saved; what was typed over `before` stays typed. */
  const fill = useCallback(
    (next: T, before: T) => {
      const typed = changedLeaves(before, form.getValues());
      baseline.values = next;
      form.reset(next, { keepFieldsRef: true });
      for (const [path, value] of Object.entries(typed)) {
        form.setValue(path as FieldPath<T>, value as PathValue<T, FieldPath<T>>, { shouldDirty: true });
      }
    },
    [form, baseline],
  );
  const take = useCallback(
    (fresh: UserProfile, before: T) => {
      fill(valuesOf(fresh), before);
      Object.assign(baseline, { version: fresh.versions[card], profile: fresh });
      setStale(false);
      setProblem(null);
    },
    [fill, valuesOf, card, baseline],
  );

  // A newer profile fills a card that nobody types in. Over what is typed the server says that it is stale.
  useEffect(() => {
    if (baseline.profile !== profile && !dirty) take(profile, form.getValues());
  }, [profile, dirty, form, baseline, take]);

  const refuse = (message: string) => setProblem({ kind: 'refused', message, details: [] });

  const fail = async (error: unknown) => {
    const code = error instanceof ApiError ? error.code : '';
    // A Client or Service is named by what it was called: renamed by somebody else, it is not found.
    const renamedOrganisation = code === 'NOT_FOUND' && (card === 'client' || card === 'service');
    if (code === 'STALE' || code === 'NOT_FOUND') {
      const fresh = await reload(profile.contact.username);
      if (fresh === 'gone') return refuse(translate('users.gone'));
      if (fresh !== 'unknown' && (code === 'STALE' || renamedOrganisation)) return setStale(true);
    }
    if (error instanceof ApiError && options.taken?.code === code) {
      const path = options.taken.path as FieldPath<T>;
      return form.setError(path, { type: 'server', message: error.message }, { shouldFocus: true });
    }
    const placed = applyServerErrors(form, error, options.pathOf);
    setProblem(problemOf(error, placed));
  };

  const send = async (values: T) => {
    const sent = structuredClone(values);
    const before = baseline.values;
    const hindrance = options.hindrance?.(sent, before);
    if (hindrance) return refuse(hindrance);
    setProblem(null);
    try {
      const username = await options.save(sent, before, baseline.version);
      const saved = options.afterSave?.(sent) ?? sent;
      fill(saved, sent);
      // Should no answer come to what follows: the next save is not compared, it would be refused for this one.
      baseline.version = undefined;
      const isRenamed = username !== profile.contact.username;
      if (!isRenamed) feedback.success(options.done(sent));
      const fresh = await reload(username);
      if (typeof fresh === 'object') take(fresh, saved);
      if (isRenamed) {
        renamed(username);
        feedback.success(options.done(sent));
      }
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'contacts' || queryKey[0] === 'organisations',
      });
    } catch (error) {
      await fail(error);
    }
  };

  const discard = useCallback(() => form.reset(baseline.values, { keepFieldsRef: true }), [form, baseline]);
  useUnsavedForm({ dirty, discard });

  return {
    form,
    // Between two states one has to be chosen first.
    submit: () => void (stale || form.handleSubmit(send)()),
    problem,
    stale: stale ? differencesOf(baseline.values, valuesOf(profile), form.getValues(), options.naming) : null,
    choose: (keep) => take(profile, keep ? baseline.values : form.getValues()),
    dismiss: () => setProblem(null),
  };
}
