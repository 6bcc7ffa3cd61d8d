import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import { type Bridge, CHANNELS } from './bridge.ts';

/** Listens to one channel of the shell until the returned function is called. */
function listen<Message>(channel: string) {
  return (listener: (message: Message) => void) => {
    const onMessage = (_event: IpcRendererEvent, message: Message) => listener(message);
    ipcRenderer.on(channel, onMessage);
    return () => ipcRenderer.off(channel, onMessage);
  };
}

const bridge: Bridge = {
  onFileSaved: listen(CHANNELS.fileSaved),
  showSavedFile: (id) => ipcRenderer.invoke(CHANNELS.showSavedFile, id),
  showRecording: (id) => ipcRenderer.invoke(CHANNELS.showRecording, id),
  chooseFolder: () => ipcRenderer.invoke(CHANNELS.chooseFolder),
  openCaptions: (id) => ipcRenderer.invoke(CHANNELS.openCaptions, id),
  onOpen: listen(CHANNELS.open),
  ready: () => ipcRenderer.invoke(CHANNELS.ready),
};

contextBridge.exposeInMainWorld('steno', bridge);
