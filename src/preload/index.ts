import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import { type Bridge, CHANNELS, type SavedFile } from './bridge.ts';

const bridge: Bridge = {
  onFileSaved: (listener) => {
    const onMessage = (_event: IpcRendererEvent, file: SavedFile) => listener(file);
    ipcRenderer.on(CHANNELS.fileSaved, onMessage);
    return () => ipcRenderer.off(CHANNELS.fileSaved, onMessage);
  },
  showSavedFile: (id) => ipcRenderer.invoke(CHANNELS.showSavedFile, id),
};

contextBridge.exposeInMainWorld('steno', bridge);
