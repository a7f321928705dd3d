import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { TextInput } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import { quantityProblem } from '../../kernel/catalogue/quantity';
import { FilesField } from '../../kernel/files/FilesField';
import { draftKey } from '../../kernel/saving/drafts';
import { FormDialog } from '../../kernel/saving/FormDialog';
import { judge, type Problems, required, resolverOf, text } from '../../kernel/saving/rules';
import { useDialogDraft } from '../../kernel/saving/useDialogDraft';
import { useMeta } from '../../server/meta';
import type { UploadedFile } from '../../server/types';
import type { NewItem } from './items';

interface Proposal {
  name: string;
  quantity: string;
  pictures: UploadedFile[];
}

const empty: Proposal = { name: '', quantity: '1', pictures: [] };

interface ProposeDialogProps {
  /** What stands against so many of a proposed name. */
  refuses: (quantity: number, name: string) => string | undefined;
  onAdd: (item: NewItem) => void;
  onClose: () => void;
}

/** Proposes a part that the catalogue does not have: its name, how many, and pictures of it. */
export function ProposeDialog({ refuses, onAdd, onClose }: ProposeDialogProps) {
  const { limits } = useMeta();
  const translate = useTranslate();
  const [uploading, setUploading] = useState(false);
  const problemsOf = (values: Proposal): Problems => {
    const quantity = quantityProblem(values.quantity, limits.quantity) ?? refuses(Number(values.quantity), values.name);
    return { ...judge(values, { name: [required, text] }), ...(quantity === undefined ? {} : { quantity }) };
  };
  const form = useForm<Proposal>({ mode: 'onChange', defaultValues: empty, resolver: resolverOf(problemsOf) });
  const draft = useDialogDraft(form, draftKey('parts', 0, 'proposal'));
  // The name counts for the quantity: as many of a part as may be asked for in all.
  const { name, pictures } = form.watch();
  useEffect(() => {
    if (name) void form.trigger('quantity');
  }, [form, name]);
  const missing = [
    ...(name.trim() ? [] : [translate('newPartRequest.propose.name')]),
    ...(pictures.length > 0 ? [] : [translate('newPartRequest.propose.pictures')]),
  ];
  const ready = form.formState.isValid && pictures.length > 0 && !uploading;
  const add = form.handleSubmit(({ name, quantity, pictures }) => {
    onAdd({ part: null, name: name.trim(), quantity: Number(quantity), images: pictures });
    draft.end();
    onClose();
  });
  return (
    <FormDialog
      title={translate('newPartRequest.propose.title')}
      submitLabel={translate('newPartRequest.propose.add')}
      draft={draft}
      dirty={draft.dirty || uploading}
      disabled={!ready}
      onSubmit={add}
      onClose={onClose}
      start={
        missing.length > 0 && (
          <Typography variant="body2" role="status" sx={{ color: 'text.tertiary' }}>
            {translate('form.missing', { fields: missing.join(', ') })}
          </Typography>
        )
      }
    >
      <FormProvider {...form}>
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            alignItems: 'start',
            gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) 120px' },
          }}
        >
          <TextInput
            source="name"
            label="newPartRequest.propose.name"
            helperText="newPartRequest.propose.nameHelp"
            isRequired
            autoFocus
            autoComplete="off"
          />
          <TextInput
            source="quantity"
            label="newPartRequest.propose.quantity"
            isRequired
            autoComplete="off"
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          />
        </Box>
      </FormProvider>
      <FilesField
        pictures
        value={pictures}
        onChange={(chosen) => form.setValue('pictures', chosen, { shouldDirty: true })}
        onBusy={setUploading}
        label={translate('newPartRequest.propose.pictures')}
        marked
      />
    </FormDialog>
  );
}
