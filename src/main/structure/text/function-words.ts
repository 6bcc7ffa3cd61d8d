/**
 * Function words, which neither name a chapter nor count as terms. The lists are short on purpose: languages without
 * one rely on the recording's own statistics (`word-types.ts`).
 */
const LISTS: Readonly<Record<string, string>> = {
  en: `a about above across actually after again against ago all almost also although always am among an and
    another any anybody anyone anything are aren't around as at away back basically be became because become been
    before began behind being below between both but by called came can can't cannot come comes coming could
    couldn't did didn't different do does doesn't doing don't done down during each either else enough even ever
    every everybody everyone everything exactly far few first for from gave get gets getting give given gives go
    goes going gonna gone good got great guess guys had hasn't has have haven't having he he'd he'll he's hello
    her here here's hers herself hey hi him himself his how however i i'd i'll i'm i've if in inside instead into
    is isn't it it'd it'll it's its itself just keep kind knew know known last later least less let let's like
    likely little long look looking lot lots made make makes making many may maybe me mean means might mine more
    most mostly much must my myself near need needs neither never new next no nobody none nor not nothing now of
    off often oh ok okay old on once one ones only onto or other others otherwise our ours ourselves out outside
    over own part people perhaps please pretty probably put quite rather really right said same saw say saying
    says second see seem seems seen sense several shall she she'll she's should shouldn't since so some somebody
    somehow someone something sometimes somewhere soon sort still stuff such sure take taken takes talk talking
    than thank thanks that that'll that's the their theirs them themselves then there there's therefore these
    they they'd they'll they're they've thing things think thinking this those though thought through thus
    time times to today together tomorrow too took toward towards tried try trying two uh um under unless until up
    upon us use used using usually very want wanted wants was wasn't way we we'd we'll we're we've well went were
    weren't what what's whatever when where whereas whether which while who who's whole whom whose why will wish
    with within without won't would wouldn't yeah yes yesterday yet you you'd you'll you're you've your yours
    yourself`,
  de: `aber alle allem allen aller alles als also am an andere anderen anders auch auf aus bei beim bin bis bist da
    dabei dadurch dafür dagegen daher damit danach dann daran darauf daraus darin darüber darum das dass davon dazu
    dein deine dem den denn der deren des deshalb dessen dich die dies diese diesem diesen dieser dieses dir doch
    dort du durch eben ein eine einem einen einer eines einfach einmal er es etwa etwas euch euer eure für ganz
    gar geben gegen gehen geht gerade gewesen gibt gleich gut habe haben hast hat hatte hatten heißt hier hin
    hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in indem ins irgendwie ist ja jede jedem jeden
    jeder jedes jedoch jemand jetzt kann kannst kein keine keinem keinen keiner können könnte könnten machen macht
    mal man manche mehr mein meine meinem meinen meiner mich mir mit möchte müssen muss musste nach nachdem natürlich
    neben nein nicht nichts noch nun nur ob oder ohne schon sehr sei sein seine seinem seinen seiner seit sich sie
    sind so sogar solche soll sollen sollte sondern sonst über um und uns unser unsere unseren unter viel viele
    vielleicht vom von vor wann war waren warum was weil weiter welche welchen welcher wenig wenn wer werde werden
    weshalb wie wieder wir wird wirklich wo wurde wurden zu zum zur zwar zwischen`,
  es: `a acá ahí ahora al algo algún alguna algunas alguno algunos allí ambos ante antes aquel aquella aquí así aún
    aunque bajo bien bueno cada casi como cómo con contra creo cual cuál cuando cuándo cuanto cómo da de decir del
    desde después donde dónde dos durante e el él ella ellas ellos en entonces entre era eran eres es esa esas ese
    eso esos esta está estaba estamos están estar estas este esto estos estoy fue fueron gran ha había hace hacen
    hacer hacia han hasta hay haya he hemos hoy incluso la las le les lo los luego más me menos mi mía mientras mis
    misma mismo mucha muchas mucho muchos muy nada ni ningún ninguna no nos nosotros nuestra nuestro nunca o os
    otra otras otro otros para pero poco podemos por porque pues puede pueden puedo que qué quien quién se sea ser
    si sí siempre sin sino sobre solo sólo somos son soy su sus también tampoco tan tanto te tenemos tener tengo
    ti tiene tienen toda todas todavía todo todos tu tú tus un una unas uno unos usted ustedes va vamos van vez y
    ya yo`,
  fr: `a à ai alors après as assez au aucun aucune aujourd'hui aussi autre autres aux avait avant avec avez avoir
    avons beaucoup bien bon c'est car ce ceci cela celle celles celui cependant ces cet cette ceux chaque chez
    comme comment d'accord dans de deux depuis des donc du elle elles en encore enfin ensuite entre es est et
    était étaient été être eu eux fait faire faut fois font hier ici il ils j'ai jamais je jusqu'à la là laquelle
    le lequel les leur leurs lorsque lui ma mais me même mêmes mes moi moins mon ne ni non nos notre nous on ont
    ou où oui par parce pas pendant peu peut peuvent plus plusieurs plutôt pour pourquoi pouvez presque puis quand
    que quel quelle quelles quelque quelques quels qui quoi sa sans se selon sera ses si son sont sous souvent suis
    sur ta tandis te tes toi ton toujours tous tout toute toutes très trop tu un une va vais vers voilà vont vos
    votre vous vraiment y`,
  it: `a abbiamo ad adesso agli ai al alcune alcuni alla alle allo allora altra altre altri altro anche ancora
    avere aveva bene c'è che chi ci cioè come comunque con così cosa cui da dagli dai dal dalla dalle davvero degli
    dei del della delle dello dentro di dobbiamo dopo dove due e è ecco ed era erano essere fa fare fatto fino fra
    già gli ha hai hanno ho i il in infatti io la là le lei li lì lo loro lui ma mai me meno mentre mi mia mie miei
    mio molta molte molti molto ne negli nei nel nella nelle nello noi non nostra nostro o ogni oppure ora per
    perché però più poco poi possiamo può prima proprio qual quale quali quando quanto quasi quella quelle quelli
    quello questa queste questi questo qui quindi se sé sei sempre senza si sì sia siamo siete solo sono sopra
    sotto sta stata stati stato stesso su sua sue sugli sui sul sulla suo suoi tanto te ti tra troppo tu tua tuo
    tutta tutte tutti tutto un una uno va vi voi volta`,
  pt: `a agora ainda além algo alguém algum alguma algumas alguns ali ante antes ao aos apenas após aquela aquele
    aqui as às assim até bem bom cada coisa com como contra da das de dela dele deles depois desde dessa desse
    desta deste disso do dois dos durante e é ela elas ele eles em então entre era eram essa essas esse esses esta
    está estamos estão estar estava este estes estou eu faz fazer foi for foram gente há isso isto já la lá lhe
    mais mas me mesma mesmo meu meus minha muita muitas muito muitos na não nas nem nenhum nesse neste no nos nós
    nossa nosso num numa nunca o onde os ou outra outras outro outros para pela pelas pelo pelos pode podem pois
    por porque pouco pra quais qual quando quanto que quem são se seja sem sempre ser seu seus sim só sobre sou sua
    suas também tanto te tem têm temos tenho ter teu tinha toda todas todo todos tu tudo um uma umas uns vai vamos
    vão vez você vocês`,
  nl: `aan al alle alleen alles als altijd ander andere anders ben bij daar daarom dan dat de deze die dit doen door
    dus echt een eens eigenlijk elk en er erg even gaan gaat geen geweest goed had hadden heb hebben heeft heel hem
    het hier hij hoe hun iemand iets ik in is ja je jij jou jouw jullie kan komen komt kun kunnen maar maken meer
    men met mij mijn misschien moet moeten na naar natuurlijk net niet niets nog nooit nou nu of om omdat onder ons
    onze ook op over sinds soms staat steeds te tegen toch toen tot tussen uit van vanaf veel voor waar waarom
    waren want was wat we weer wel welke werd werden wie wij wil worden wordt zal ze zeer zei zich zij zijn zo
    zoals zonder zou zouden`,
  sv: `aldrig all alla alltid allt än annan annat andra är att av bara blev bli blir både bör de dem den denna deras
    dess dessa det detta dig din ditt du där därför då efter eller en ett finns från får för före genom ganska går
    ha hade han hans har hela helt henne hennes hon honom hur här i icke igen in ingen inget inte ja jag ju kan
    kanske kommer kunde man med mellan men mer mig min mitt mot mycket många måste ni nog när några något nu nej
    och också om oss på redan sedan sig sin sitt ska skulle som så sådan säger tar till tack under upp ut utan
    vad var vara varför vart vem vi vid vilka vilken vill väldigt vår våra å åt över`,
  da: `af aldrig alle alt altid anden andet andre at bare begge blev bliver da de dem den denne der deres det dette
    dig din disse dog du efter eller en end er et fik for fordi fra før få gennem går ham han hans har havde have
    hele helt hen her hos hun hvad hver hvis hvor hvordan hvorfor i igen ikke ind ingen intet ja jeg jo kan kom
    kunne lige man mange med meget mellem men mere mig min mod må ned nej noget nogle nok nu når og også om op os
    over på sagde samme sig sin skal skulle som så sådan thi til ud under uden var ved vi vil ville vores være
    været`,
  no: `alle alltid at av bare begge ble bli blir blitt da de deg dem den denne der deres det dette din disse du då
    eller en enn er et ett etter for fordi fra før få går ha hadde han hans har hele helt hen henne her hos hun
    hva hvem hver hvis hvor hvordan hvorfor i igjen ikke inn ingen ja jeg jo kan kanskje kom kunne litt man mange
    med meg meget mellom men mer min mot må mye nei noe noen nok nå når og også om opp oss over på samme seg selv
    si sin skal skulle som så sånn til under ut uten var ved veldig vi vil ville være vært vår`,
  pl: `a aby albo ale ani będą będzie bardzo bez bo był była było były być chyba ci ciebie co coś czy dla dlaczego
    dlatego do dobrze dwa gdy gdzie go i ich ile im inne inny ja jak jakie jako jakiś je jeden jednak jego jej jest
    jestem jeszcze jeśli już kiedy kto która które którego której który których ku lub ma mamy mają mam mi mnie
    może można mój my na nad nam nami nas nasz nawet nic nich nie niego niej nim niż no o od on ona one oni oraz
    po pod poza przed przez przy raz się są swoje ta tak także tam te tego tej ten teraz też to tu tutaj tutaj ty
    tych tylko tym u w we wiele więc właśnie wszystko wszystkie z za zawsze ze że`,
  cs: `a aby aj ale ani ano až bez bude budou by byl byla bylo byly být co což či do ho i já jak jaké jako je jeho
    její jejich jen ještě ji jinak jsem jsme jsou jste k kam kde kdo kdy když ke která které který kteří ku má máme
    mají mě mezi mi mít mu můj může my na nad nám nás náš ne nebo nebyl není než nic ní o od on ona oni pak po pod
    podle pokud potom pouze pro proč proto protože před při s se si sice svůj ta tady tak také takže tam ten tento
    teď to tohle toho tom tomu tu ty u už v vám vás ve velmi však všechno všech vy z za zde ze že`,
  ru: `а без более бы был была были было быть в вам вас весь во вообще вот все всё всегда всего всех вы где да даже
    для до его ее её ей ему если есть еще ещё же за здесь и из или им их к как какая какой когда которая которые
    который кто ли либо лучше между меня мне много может можно мой моя мы на над надо нам нас наш не него нее ней
    нет ни нибудь никогда ним них ничего но ну о об один он она они опять от очень перед по под после потом потому
    почти при про просто раз разве с сам свою себе себя сейчас со совсем так также такой там тебя тем теперь то
    тогда того тоже только том тот тут ты у уж уже хорошо хоть хотя чего чем через что чтобы чуть эта эти этих это
    этого этой этом этот эту я`,
  uk: `а але або б без би був була були було бути в вам вас вже ви від він вона вони воно все всі де для до є ж за
    з зі і із їх її їм її його й коли кого котрий крім лише ми мене мені може можна на над нам нас наш не нього ні
    ніж ну о об один от після по під при про просто саме свої себе ще що щоб так також такий там те тепер ти тим
    тих то тоді того той тому тут у хто це цей ці цього чи через чому я як яка який які якщо`,
  tr: `acaba ama ancak artık aslında az bana bazı belki ben beni benim bile bir biraz birçok biri biz bizim böyle bu
    buna bunda bundan bunu bunun burada çok çünkü da daha de değil diye dolayı en gibi göre hem hep her hiç için ile
    ise işte kadar karşı kendi ki kim kimse mi mu mı mü nasıl ne neden nerede niye o olan olarak oldu olduğu olmak
    olur on ona ondan onlar onların onu onun öyle sadece sanki sen senin siz sonra şey şimdi şu tabii tüm ve veya
    ya yani yok zaten`,
  id: `ada adalah agar akan aku anda antara apa apakah atau bagi bahwa banyak bagaimana begitu belum bisa boleh bukan
    dalam dan dapat dari dengan di dia ini itu jadi jika juga kalau kami kamu karena ke kepada ketika kita lagi
    lalu lebih maka mana masih mau melakukan memang mereka misalnya mungkin namun nanti oleh orang pada para pernah
    pun saat saja sama sampai sangat saya sebagai sebuah secara sedang sehingga sekali sekarang selalu semua seperti
    serta setelah sudah supaya tapi telah tentang terhadap tersebut tetapi tidak untuk yaitu yang`,
  fi: `ei eikä emme en enemmän ennen että he heidän hän hänen ilman itse ja jo joka jolla jonka jos jossa jotka kai
    kaikki kanssa kautta kuin kuinka kuka kun kuten kyllä me meidän mihin mikä miksi minkä minun minä missä mitä mukaan
    mutta muut myös ne niiden niin nimittäin noin nyt näin ole olen olemme oli olin olisi olivat olla on ovat paljon
    se sekä sen siellä siinä siis sillä sitten sitä tai tai te tämä tämän tässä tätä tuo vaan vai vaikka vain vielä`,
  hu: `a az abban ahogy aki ami amíg arra azért azok azt be bár csak de egy egyik el ez ezek ezért ezt fel hanem hogy
    hogyan ha hát igen is itt ki kell lehet lenne lesz ma már meg mely mert mi miért milyen mind mindig mint most
    nagyon ne nekem nem néha nincs olyan ott pedig persze sem sok szerint talán tehát több és úgy utána vagy vagyok
    van vannak vele volt volna`,
  ro: `a acea aceasta această aceea acel acest aceste acestea aceștia acum ai aici al ale am apoi ar are as asta
    astfel atunci au avea avem ca că care când cât ce cel cele cine cu cum da dacă dar de deci deja despre din doar
    după e ea ei el ele era este eu face fi fie fost foarte i iar în între la le lor lui mai mea mei mult n ne nici
    nimic noi nostru nu o or ori pe pentru poate prin sa să sau se și sunt tot toate toți tu un una unde unei unor
    unui va voi vor`,
  el: `αλλά αν από αυτά αυτές αυτή αυτό αυτοί αυτός για γιατί δεν εγώ εδώ εκεί είμαι είναι είχε ένα ένας επειδή εσύ
    έχει έχουμε έχουν έχω ή ήταν θα και κάθε κάτι κι μας με μετά μη μην μια μόνο μου μπορεί να ο οι όλα όμως όπως
    όταν ότι ούτε πάνω πιο πολύ που πρέπει προς σαν σας σε στα στη στην στις στο στον στους τα τη την της τι τις το
    τον του τους των ως`,
  ar: `إذا إلا إلى أن أنا أنت أنه أو أي أيضا أين الآن التي الذي الذين بعد بعض بل بين تلك ثم جدا حتى حيث خلال ذلك سوف
    عن عند على غير فقط في فيه فيها قال قبل قد كان كانت كل كما كيف لا لأن لقد لك لكن لم لماذا لن له لها ليس ما ماذا
    متى مثل مع من منذ منه منها نحن هذا هذه هل هم هنا هناك هو هي و يكون يمكن`,
  hi: `अगर अपना अपनी अपने अब अभी आप इस इसके इसमें इसलिए इसे उस उसके उसे उन उनके एक और कर करता करते करना करने का काफी
    कि किया किसी की कुछ के को कोई कौन क्या क्यों गया गई जब जहां जा जाता जैसे जो तक तब तो था थी थे दिया नहीं ने पर
    फिर बहुत बात भी मगर में मैं मेरा मेरे यदि यह यहां या ये रहा रही रहे लिए लेकिन वह वहां वाले वो सकता सब सभी साथ
    से हम हमारे ही हुआ हुई हुए है हैं हो होता होती होते होना`,
  zh: `一个 一些 一样 一直 不是 不会 不能 不要 之后 也是 于是 什么 他们 但是 你们 其实 其他 其中 再次 前面 反正 只是 可以 可能
    因为 大家 她们 如果 如何 它们 对于 就是 已经 应该 当然 怎么 怎样 您们 我们 所以 所有 才能 时候 是否 有些 有的 比如
    比较 没有 然后 现在 甚至 的话 知道 等等 而且 自己 虽然 觉得 许多 该怎 说话 起来 还是 还有 这个 这些 这样 这种 这里 那个
    那些 那么 那样 那种 那里 都是 非常 一下 我们的 东西`,
  ja: `以上 以下 今日 何か 先ほど 全部 場合 多分 彼女 時間 本当 自分 皆さん 私 私たち 今回 感じ 一つ 一番 場所 物 事 人 方`,
  ko: `것 것은 것을 것이 그 그것 그녀 그는 그런 그리고 그래서 그러나 그러면 그럼 나는 내가 너무 다른 다시 더 때문에 또 또는
    또한 많은 많이 모든 무엇 뭐 바로 아니 아주 어떤 어떻게 없는 여기 왜 우리 우리가 우리는 이 이것 이런 이렇게 있는 있다
    있습니다 있어요 저 저는 정말 제가 좀 지금 하고 하는 하지만 한 합니다 해서`,
  vi: `anh bạn bằng bị bởi cả các cái cần càng chỉ chị cho chúng chưa có con cũng của cùng đã đang đây để đến đều đi
    điều do đó được em gì hay hơn khi không là lại làm lên mà mình mỗi một này nên nếu người như những nó ở phải qua
    ra rằng rất rồi sau sẽ ta tại theo thì tôi trên trong từ và vào vẫn về vì với vậy việc`,
};

export const LISTED_LANGUAGES = Object.keys(LISTS);

/** The function words of a language, lower-case; null if there is no list. */
export function functionWords(language: string): ReadonlySet<string> | null {
  const list = LISTS[language];
  return list === undefined ? null : new Set(list.split(/\s+/u));
}
