/**
 * What tells the written languages of Parakeet apart: the alphabet, its letters beyond the plain 26, and the commonest
 * words, those that a text of two dozen words is bound to have. Words of several languages are in each of them.
 */
export type LanguageSigns = {
  script: 'latin' | 'cyrillic' | 'greek';
  letters: string;
  words: string;
};

export const LANGUAGE_SIGNS: Readonly<Record<string, LanguageSigns>> = {
  en: {
    script: 'latin',
    letters: '',
    words:
      "the of and to in a is that it for was on you with as are be this have at he not they we but had from or by one what all were when there can an your which their if will about out so up them some would like him into has more two could no than been its who now people my over did down only way may any she her his our very just because know think don't it's i'm that's do me us get got go going then well here how yes these those most other right really",
  },
  bg: {
    script: 'cyrillic',
    letters: 'ъ',
    words:
      'и на да се в от за не са с че по като до ще си това при или той тя но те което който която които има съм е много само тази този след може аз ние вие така как ако беше са бяха няма когато където към един една още през ги му го ми ни всички мога трябва тук там какво защо',
  },
  hr: {
    script: 'latin',
    letters: 'čćđšž',
    words:
      'i je u na se da su za od s kao koji a iz o ne bi koja ali to koje ili što sam po do nije samo biti smo bilo kako jer sve ako kada još već bio bila može nisu tako ima ja ti on ona mi vi oni nakon među kod prema zbog gdje tko ovaj ova ovo jedan jedna te pa li će ću',
  },
  cs: {
    script: 'latin',
    letters: 'áčďéěíňóřšťúůýž',
    words:
      'a je se v na že to s z do o i ve jsem si jako ale za by pro po tak od jsou který která které co jen jak už když není má nebo ze k byl byla bylo být jsme může podle také aby až kde než před ještě bude v této tento jeho její jejich mezi protože nás vám mi ho já ty on my vy oni tady taky něco všechno',
  },
  da: {
    script: 'latin',
    letters: 'æøå',
    words:
      'og i at er en det til på af for som med de den der ikke et har om fra han var sig jeg men vi så kan hun eller hvad skal ved også efter nu når være dem over mig du blev være noget meget hvor hvis kunne ville selv blive havde deres mod ud op jo bare man år dette denne vores deres mere hvordan fordi gør går får ikke meget nogle nogen',
  },
  nl: {
    script: 'latin',
    letters: 'ëïé',
    words:
      'de van het een en in is dat op te voor met zijn die niet aan er om ook als bij maar dan uit nog worden naar door hij ze was of je ik wel wordt heeft hebben kan meer tot over dit deze al wat we zo geen u hun moet zou had veel heel goed nu hier daar waar wie hoe omdat onze ons mij hem haar gaan doen echt zeggen moeten kunnen',
  },
  et: {
    script: 'latin',
    letters: 'äõöüšž',
    words:
      'ja on ei et see ka oli ta kui mis oma aga nad siis või seda mida selle kes nii ning ma me te olen oleme olema veel mitte välja pärast kas tema nende ole kuid üle kõik nagu sest ainult enam väga just juba selles seal siin mulle teda meie minu kus miks võib saab peab tuleb läks olnud ju üks kaks aasta',
  },
  fi: {
    script: 'latin',
    letters: 'äöå',
    words:
      'ja on ei että se oli hän en mutta kun niin joka mitä ovat myös jos kuin mikä hänen sen tämä minä sinä me te he ole olla olen siitä vain sitä tai nyt mukaan sekä vielä jo kanssa sitten vaan hyvin kaikki koska jotka jonka ollut olisi voi voidaan pitää tässä siellä täällä mä sä tää toi no niinku meidän teidän minun kuitenkin ennen jälkeen',
  },
  fr: {
    script: 'latin',
    letters: 'àâæçéèêëîïôœùûü',
    words:
      "le la les de des du un une et est en à que qui dans pour pas ce il elle sur par plus ne se son sa ses avec au aux on je nous vous ils elles mais ou où cette ces si tout comme être avait était sont sans même fait bien aussi très donc alors leur leurs peut deux entre après encore quand c'est qu'il d'un d'une n'est j'ai il y a été avoir faire mon ma mes notre votre parce ça ont ai sont",
  },
  de: {
    script: 'latin',
    letters: 'äöüß',
    words:
      'der die das und ist in zu den von mit nicht sich des auf für ein eine einen einem einer im dem es auch an als so dass er sie wir ich ihr ihm war hat haben wird werden sind aus bei nach oder um wenn noch nur aber kann über wie zum zur vor durch man mehr was doch schon hier da mal dann sein seine ihre unsere uns mich mir kein keine sehr diese dieser dieses habe hatte wurde muss weil jetzt immer',
  },
  el: { script: 'greek', letters: '', words: '' },
  hu: {
    script: 'latin',
    letters: 'áéíóöőúüű',
    words:
      'a az és hogy nem is egy ez volt csak de ha mint meg már ki van azt még el ezt vagy kell lehet nagyon majd mert amely pedig után lesz minden olyan itt ott én te ő mi ti ők aki ami így úgy most sem be fel le nekem neki voltak vannak között szerint alatt által során egyik másik két jó sok hanem tehát akkor mikor hol miért',
  },
  it: {
    script: 'latin',
    letters: 'àèéìòù',
    words:
      "di che e la il un una a per in non è sono con si da come le i dei del della delle nel nella al alla ma anche lo gli più o se mi ci ha ho questo questa questi queste era molto quando tutto tutti essere stato fatto perché così dove chi solo sua suo loro noi voi lui lei io tu dopo prima ancora già sul sulla dal dalla degli agli ai cosa c'è cui quello quella fare hanno abbiamo poi",
  },
  lv: {
    script: 'latin',
    letters: 'āčēģīķļņšūž',
    words:
      'un ir ka no ar par uz tas bet es kas lai tā vai pie kā viņš viņa viņi mēs jūs tu bija nav būs arī ja līdz pēc gan tad jau tikai vēl šis šī tie to tika pa kur ļoti man tev mums jums savu sava visi visu būt var kad jo nevar esmu esam gadu bez pret starp zem virs ne nu tur te šeit',
  },
  lt: {
    script: 'latin',
    letters: 'ąčęėįšųūž',
    words:
      'ir kad yra į iš su bet tai o ar kaip tik dar nuo buvo jis ji jie mes jūs aš tu apie už bei dėl per po prie iki nėra jau kuris kuri kurie kurį taip labai savo jo jos jų man tau mums jums būti gali galima turi jei arba net prieš metų visi viskas čia ten kur kada nes ne nei šis ši šie tas ta',
  },
  mt: {
    script: 'latin',
    letters: 'ċġħżàèìòù',
    words:
      'li u ta il l- ta’ fil il- biex ma minn dan din huwa hija għal kien kienet jew kull mhux se dawn bħal kollha tal fuq meta wara aktar wieħed waħda hemm qed jista’ għandu għandha f’ b’ lil jekk anki ukoll sa kif bejn dak dik hekk jien int aħna intom huma mill mal tas tat fit dwar biss issa kellu tagħhom tiegħu tagħha għandna nies qabel',
  },
  pl: {
    script: 'latin',
    letters: 'ąćęłńóśźż',
    words:
      'i w na z do się nie to że jest o jak a po co ale za od są przez dla tak już czy tego tym ten ta było był była tylko jego jej ich ja ty on ona my wy oni może być bardzo można który która które oraz lub więc jeszcze jako przy bo gdy tam tu mi go mnie sobie pan jeśli wszystko także kiedy gdzie między nas nam będzie ze we',
  },
  pt: {
    script: 'latin',
    letters: 'áâãàçéêíóôõú',
    words:
      'o a de que e do da em um uma para é com não os as no na por mais dos das se como mas ao ele ela eles nos já ou ser quando muito há são seu sua seus foi tem à pelo pela até isso isto esse essa este esta entre era depois sem mesmo aos ter também só eu você vocês nós me te lhe bem aqui porque onde quem está estão estava então gente fazer tudo todos ainda num numa',
  },
  ro: {
    script: 'latin',
    letters: 'ăâîșțşţ',
    words:
      'și de a la în nu o că este un cu pe care din se mai sunt pentru ce dar au fi ca sau am ai fost lui ei el ea noi voi eu tu îi îl le într prin după dacă când unde cum foarte acest această acesta aceasta aceste acești poate avea are era erau însă doar tot toate toți fără până între către despre asupra lor mea ta sa noastră ne vă mă te si ale al',
  },
  ru: {
    script: 'cyrillic',
    letters: 'ёыэъ',
    words:
      'и в не на я что он с как это по но они к у мы за из от так же то все она вы бы было только был была о для ты его её ее их был если уже или ни быть до чтобы когда очень даже нет да вот там тут при где есть меня мне тебя нас вас кто этот эта эти который которая которые может можно ещё еще потому почему теперь потом будет много себя',
  },
  sk: {
    script: 'latin',
    letters: 'áäčďéíĺľňóôŕšťúýž',
    words:
      'a je sa v na že to s z do o aj ako ale za by pre po tak od sú ktorý ktorá ktoré čo len už keď nie má alebo zo k bol bola bolo byť sme môže podľa tiež aby až kde než pred ešte bude tento táto toto jeho jej ich medzi pretože nás vám mi ho ja ty on ona my vy oni tu teda som si vo ste niečo všetko iba bolo práve',
  },
  sl: {
    script: 'latin',
    letters: 'čšž',
    words:
      'in je v na se da so za ki po bi pa s z ne ali tudi kot od pri ko kar to ni če do bil bila bilo sem si smo ste lahko še že o iz kako tako samo ta ti te tega biti zelo kje kdo kaj ker vse vsi jaz on ona mi vi oni med zaradi brez nad pod proti več nekaj njegov njen njihov imajo ima ampak torej potem zdaj bodo bo',
  },
  es: {
    script: 'latin',
    letters: 'áéíñóúü',
    words:
      'de la que el en y a los se del las un una por con no para es al lo como más pero sus su le ha me si sin sobre este esta estos estas ya entre cuando todo toda todos son dos también fue había era muy hasta desde está están mi porque qué sólo solo han yo hay vez puede nos tú él ella ellos nosotros usted ustedes quien donde así ser hacer tiene tienen eso esto ese esa aquí entonces pues ni otro otra después antes',
  },
  sv: {
    script: 'latin',
    letters: 'åäö',
    words:
      'och i att det som en på är av för med till den har de inte om ett han men var jag sig från vi så kan man när år nu hon under också efter eller sin där vid mot ska skulle kommer ut får finns vara hade alla andra mycket än här då sedan över bara in blir upp även vad få två vill ha många hur mer går kunde du ni oss dem mig dig denna detta dessa eftersom någon något',
  },
  uk: {
    script: 'cyrillic',
    letters: 'ґєії',
    words:
      'і в не на що з та до як це у за він я але від його про ми по для вони так вона ви є чи або був була було бути вже ще коли якщо дуже тільки може можна тому щоб який яка які цей ця ці того також мене мені тебе нас вас їх її ним де там тут тепер потім буде через після перед між без навіть немає й',
  },
};
