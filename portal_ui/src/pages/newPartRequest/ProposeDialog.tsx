import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { quantityProblem } from '../../kernel/catalogue/quantity';
import { FilesField } from '../../kernel/files/FilesField';
import type { UploadedFile } from '../../kernel/files/types';
import { useMeta } from '../../server/meta';
import { TextField } from '../../shared/fields/TextField';
import type { NewItem } from './items';

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
  const titleId = useId();
  const form = useForm({ mode: 'onChange', defaultValues: { name: '', quantity: '1' } });
  const [pictures, setPictures] = useState<UploadedFile[]>([]);
  const [uploading, setUploading] = useState(false);
  const { name, quantity } = useWatch({ control: form.control }) as { name: string; quantity: string };

  const problemOf = (text: string): string | undefined => {
    const problem = quantityProblem(text, limits.quantity);
    if (problem) return translate(`catalogue.quantityProblem.${problem}`, { max: limits.quantity });
    return refuses(Number(text), form.getValues('name'));
  };
  const ready = name.trim() !== '' && problemOf(quantity) === undefined && pictures.length > 0 && !uploading;
  const add = form.handleSubmit(() => {
    if (!ready) return;
    onAdd({ part: null, name: name.trim(), quantity: Number(quantity), images: pictures });
    onClose();
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{translate('newPartRequest.propose.title')}</DialogTitle>
      <form noValidate onSubmit={add}>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Box
            sx={{
              display: 'grid',
              gap: 1.5,
              alignItems: 'start',
              gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) 120px' },
            }}
          >
            <TextField
              name="name"
              control={form.control}
              label={translate('newPartRequest.propose.name')}
              help={translate('newPartRequest.propose.nameHelp')}
              required
              autoFocus
              autoComplete="off"
              maxLength={255}
              rules={{
                validate: (text) => text.trim() !== '' || translate('saving.rule.required'),
                deps: ['quantity'],
              }}
            />
            <TextField
              name="quantity"
              control={form.control}
              label={translate('newPartRequest.propose.quantity')}
              required
              inputMode="numeric"
              autoComplete="off"
              rules={{ validate: (text) => problemOf(text) ?? true }}
            />
          </Box>
          <FilesField
            pictures
            value={pictures}
            onChange={setPictures}
            onBusy={setUploading}
            label={translate('newPartRequest.propose.pictures')}
            maxCount={limits.attachmentCount}
          />
        </DialogContent>
        <DialogActions>
          <Button variant="text" onClick={onClose}>
            {translate('shared.cancel')}
          </Button>
          <Button type="submit" variant="contained" color="primary" disabled={!ready}>
            {translate('newPartRequest.propose.add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
